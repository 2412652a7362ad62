/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a dump of a process's heaps selects: stacks of the heap, of that process, up to the dump. And two moments of
 * a heap side by side, each with all that happened up to it:
 *
 *   baseline   ├──────────┤ before
 *   session    ├──────────────────────┤ after
 *
 * What was given back between them is less on the side of the session, and what was taken is more. */

#include "analysis/samples/sample-kinds.h"
#include "ui/session/session-private.h"

/* The dump before one on its track, or %TV_NONE. */
static guint32
find_before (TvTrace *trace, guint32 slice)
{
  guint32 track = tv_trace_find_track_at (trace, slice);

  return slice > tv_trace_get_tracks (trace, NULL)[track].first_slice ? slice - 1 : TV_NONE;
}

/* A heap that has changes of the process at the dump, of objects or of memory that was taken. */
static guint32
find_heap (const TvStacks *stacks, guint32 upid, gint64 ts, gboolean is_graph, guint32 wanted)
{
  const TvHeapChanges *changes = &stacks->changes;
  guint32 found = TV_NONE;

  for (guint32 i = 0; i < changes->n && changes->ts[i] <= ts; i++)
    if (changes->upid[i] == upid && stacks->heaps[changes->heap[i]].is_graph == is_graph &&
        (found == TV_NONE || changes->heap[i] == wanted))
      found = changes->heap[i];
  return found;
}

static const TvTrack *
get_track (TvSession *self, guint32 slice)
{
  return &tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)];
}

/* What is counted of a heap stays what it was, if another heap of the process was looked at before. */
static guint32
find_source (TvSession *self, guint32 slice)
{
  const TvTrack *track = get_track (self, slice);
  gint64 ts = tv_slices_start (tv_trace_get_slices (self->trace), slice);
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  const TvSampleKind *now = self->call_source < stacks->n_kinds ? &stacks->kinds[self->call_source]
                                                                : NULL;
  guint32 heap = find_heap (stacks, track->upid, ts, track->role == TV_ROLE_HEAP_GRAPHS,
                            now != NULL ? now->heap : TV_NONE);

  if (heap == TV_NONE || (now != NULL && now->heap == heap))
    return self->call_source;
  return stacks->heaps[heap].first_kind;
}

/* Returns: (transfer full): what is selected, of one process */
TvSelection *
tv_session_select_heap_process (TvSession *self, guint32 upid)
{
  g_autoptr (GArray) utids = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].upid == upid)
      g_array_append_val (utids, utid);
  return tv_selection_with_threads (self->selection, self->trace,
                                    (const guint32 *) (gconstpointer) utids->data, utids->len);
}

/**
 * tv_session_is_heap_dump:
 * @self: a session
 * @slice: a slice, or %TV_NONE
 *
 * Returns: whether it is the moment of a dump of heaps
 */
gboolean
tv_session_is_heap_dump (TvSession *self, guint32 slice)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  return slice < tv_trace_get_slices (self->trace)->n &&
         (get_track (self, slice)->role == TV_ROLE_HEAP_DUMPS ||
          get_track (self, slice)->role == TV_ROLE_HEAP_GRAPHS);
}

/**
 * tv_session_show_heap_dump:
 * @self: a session
 * @slice: a slice
 *
 * Selects what a dump of heaps tells: stacks are of a heap of its process, and the time is that up to the dump. One
 * of the objects of a Java heap is brought into sight besides.
 * Of any other slice nothing is selected.
 */
void
tv_session_show_heap_dump (TvSession *self, guint32 slice)
{
  gint64 ts;
  guint32 upid;
  g_autoptr (TvSelection) of_process = NULL;
  g_autoptr (TvSelection) selection = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  if (!tv_session_is_heap_dump (self, slice))
    return;
  upid = get_track (self, slice)->upid;
  ts = tv_slices_start (tv_trace_get_slices (self->trace), slice);
  of_process = tv_session_select_heap_process (self, upid);
  selection = tv_selection_with_range (of_process, tv_trace_get_start_ns (self->trace), ts + 1);
  tv_session_set_selection (self, selection);
  tv_session_set_call_source (self, find_source (self, slice));
  if (get_track (self, slice)->role == TV_ROLE_HEAP_GRAPHS)
    tv_session_show_heap_graph (self, upid, ts);
}

/* ---- Two moments ---- */

/* Returns: (transfer full): another session of the same trace, as it was when it was opened */
static TvSession *
open_again (TvSession *self)
{
  TvSession *other = tv_session_new (self->trace, tv_slice_index_ref (self->index), self->ranking,
                                     self->whole_profile);

  tv_session_share_coloring (other, TV_COLOR_BY_PACKAGE, self);
  g_set_object (&other->file, self->file);
  tv_session_names_copy (&self->names, &other->names);
  return other;
}

static guint32 *
pair_with_itself (TvTrace *trace)
{
  guint32 n;
  guint32 *pairs;

  tv_trace_get_symbols (trace, &n);
  pairs = g_new (guint32, MAX (n, 1));
  for (guint32 symbol = 0; symbol < n; symbol++)
    pairs[symbol] = symbol;
  return pairs;
}

/**
 * tv_session_compare_kinds:
 * @self: a session without a baseline
 *
 * Makes the earlier run the baseline if the file contains samples of two runs.
 */
void
tv_session_compare_kinds (TvSession *self)
{
  guint32 kind = tv_sample_kind_find_compared (self->trace);
  g_autoptr (TvSession) before = NULL;

  g_return_if_fail (TV_IS_SESSION (self));

  if (kind == TV_NONE || self->baseline != NULL)
    return;
  before = open_again (self);
  tv_session_set_call_source (before, tv_trace_get_stacks (self->trace)->kinds[kind].before);
  tv_session_set_call_source (self, kind);
  tv_session_set_baseline (self, before, pair_with_itself (self->trace),
                           pair_with_itself (self->trace));
}

static void
select_up_to (TvSession *self, const TvSelection *like, gint64 ns)
{
  g_autoptr (TvSelection)
      selection = tv_selection_with_range (like, tv_trace_get_start_ns (self->trace), ns);

  tv_session_set_selection (self, selection);
}

/**
 * tv_session_new_between:
 * @self: a session
 * @like: what is selected on both sides, but for the time
 * @before_ns: a moment
 * @after_ns: another, mostly a later one
 * @source: what stacks are of
 *
 * Returns: (transfer full): a session of the same trace with all up to @after_ns selected, which is compared with
 *   all up to @before_ns
 */
TvSession *
tv_session_new_between (TvSession *self,
                        const TvSelection *like,
                        gint64 before_ns,
                        gint64 after_ns,
                        guint32 source)
{
  TvSession *after;
  g_autoptr (TvSession) before = NULL;

  g_return_val_if_fail (TV_IS_SESSION (self), NULL);

  after = open_again (self);
  before = open_again (self);
  select_up_to (before, like, before_ns);
  select_up_to (after, like, after_ns);
  tv_session_set_call_source (after, source);
  tv_session_set_baseline (after, before, pair_with_itself (self->trace),
                           pair_with_itself (self->trace));
  return after;
}

/* Whether both are of one process, and of the same. */
static gboolean
are_of_one_heap (TvSession *self, guint32 a, guint32 b)
{
  return a != b && tv_session_is_heap_dump (self, a) &&
         get_track (self, a)->role == get_track (self, b)->role &&
         get_track (self, a)->upid == get_track (self, b)->upid;
}

/**
 * tv_session_new_between_dumps:
 * @self: a session
 * @dump: a dump of heaps
 * @other: (nullable): another, or %TV_NONE; what is no dump of the same process stands for the one before
 *
 * Returns: (transfer full) (nullable): a session that compares them; %NULL where there is no other
 */
TvSession *
tv_session_new_between_dumps (TvSession *self, guint32 dump, guint32 other)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  g_autoptr (TvSelection) of_process = NULL;
  guint32 upid;
  gint64 ts, other_ts;

  g_return_val_if_fail (TV_IS_SESSION (self) && tv_session_is_heap_dump (self, dump), NULL);

  if (!are_of_one_heap (self, other, dump))
    other = find_before (self->trace, dump);
  if (other == TV_NONE)
    return NULL;
  upid = get_track (self, dump)->upid;
  of_process = tv_session_select_heap_process (self, upid);
  ts = tv_slices_start (slices, dump);
  other_ts = tv_slices_start (slices, other);
  return tv_session_new_between (self, of_process, MIN (ts, other_ts) + 1, MAX (ts, other_ts) + 1,
                                 find_source (self, dump));
}

/**
 * tv_session_new_between_ends:
 * @self: a session with a range of time
 *
 * Returns: (transfer full) (nullable): a session that compares what heaps held where the range begins and where it
 *   ends; %NULL without a range
 */
TvSession *
tv_session_new_between_ends (TvSession *self)
{
  gint64 start_ns, end_ns;

  g_return_val_if_fail (TV_IS_SESSION (self), NULL);

  if (!tv_session_get_range (self, &start_ns, &end_ns))
    return NULL;
  return tv_session_new_between (self, self->selection, start_ns, end_ns, self->call_source);
}
