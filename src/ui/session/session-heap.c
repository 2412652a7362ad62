/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a dump of a process's heaps selects: stacks of the heap, of that process, up to the dump. */

#include "ui/session/session-private.h"

/* The dump before one on its track, or %TV_NONE. */
static guint32
find_before (TvTrace *trace, guint32 slice)
{
  guint32 track = tv_trace_find_track_at (trace, slice);

  return slice > tv_trace_get_tracks (trace, NULL)[track].first_slice ? slice - 1 : TV_NONE;
}

/* Whether a heap has changes of the process at the dump. */
static guint32
find_heap (const TvStacks *stacks, guint32 upid, gint64 ts, guint32 wanted)
{
  const TvHeapChanges *changes = &stacks->changes;
  guint32 found = TV_NONE;

  for (guint32 i = 0; i < changes->n && changes->ts[i] <= ts; i++)
    if (changes->upid[i] == upid && (found == TV_NONE || changes->heap[i] == wanted))
      found = changes->heap[i];
  return found;
}

/* What is counted of a heap stays what it was, if another heap of the process was looked at before. */
static void
choose_source (TvSession *self, guint32 upid, gint64 ts)
{
  const TvStacks *stacks = tv_trace_get_stacks (self->trace);
  const TvSampleKind *now = self->call_source < stacks->n_kinds ? &stacks->kinds[self->call_source]
                                                                : NULL;
  guint32 heap = find_heap (stacks, upid, ts, now != NULL ? now->heap : TV_NONE);

  if (heap != TV_NONE && (now == NULL || now->heap != heap))
    tv_session_set_call_source (self, stacks->heaps[heap].first_kind);
}

static TvSelection *
select_process (TvSession *self, guint32 upid)
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
 * tv_session_show_heap_dump:
 * @self: a session
 * @slice: a slice
 * @since_last: only what changed since the dump of the process before
 *
 * Selects what a dump of heaps tells: stacks are of a heap of its process, and the time is that up to the dump.
 * Of any other slice nothing is selected.
 */
void
tv_session_show_heap_dump (TvSession *self, guint32 slice, gboolean since_last)
{
  const TvTrack *track;
  guint32 before;
  gint64 start_ns = tv_trace_get_start_ns (self->trace), ts;
  g_autoptr (TvSelection) of_process = NULL;
  g_autoptr (TvSelection) selection = NULL;

  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (slice < tv_trace_get_slices (self->trace)->n);

  track = &tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)];
  if (track->role != TV_ROLE_HEAP_DUMPS)
    return;
  before = since_last ? find_before (self->trace, slice) : TV_NONE;
  ts = tv_slices_start (tv_trace_get_slices (self->trace), slice);
  if (before != TV_NONE)
    start_ns = tv_slices_start (tv_trace_get_slices (self->trace), before) + 1;
  of_process = select_process (self, track->upid);
  selection = tv_selection_with_range (of_process, start_ns, ts + 1);
  tv_session_set_selection (self, selection);
  choose_source (self, track->upid, ts);
}
