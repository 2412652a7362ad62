/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Connects a session to the session of an earlier run, the baseline. Both sessions show the same time range, shifted
 * by an offset, and select the same symbol and slice.
 *
 *   session       ├────────── trace ──────────┤
 *   baseline   ├───── trace ─────┤               shifted by the offset
 *   whole      ├──────────────────────────────┤  range that can be shown
 *
 * Two heap dumps are compared in the same way. Each side counts everything up to the time of its dump:
 *
 *   baseline   ├──────────┤ before
 *   session    ├──────────────────────┤ after
 *
 * One of the three files with access to the whole session (session-private.h). Called by the pages, by the views and
 * by other files of the session. A change in one session also changes the other; is_following prevents a loop. */

#include "ui/session/session-private.h"

#include "analysis/compare/call-pair.h"
#include "analysis/compare/selection-transfer.h"
#include "analysis/samples/sample-kinds.h"

/* ==== Heap dumps and heap graphs ==== */

/* Returns the previous dump on the track of a dump, or %TV_NONE. */
static guint32
find_before (TvTrace *trace, guint32 slice)
{
  guint32 track = tv_trace_find_track_at (trace, slice);

  return slice > tv_trace_get_tracks (trace, NULL)[track].first_slice ? slice - 1 : TV_NONE;
}

/* Returns a heap of the process @upid with changes at or before @ts; TV_NONE if there is none.
 *
 * @is_graph: whether to find heaps of objects instead of allocations
 * @wanted: heap that is preferred to others, or %TV_NONE */
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

/* Returns the kind of samples for the heap of a dump. The current kind is kept if it belongs to that heap, or if no
 * heap of the process has changes up to the dump. */
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

/**
 * tv_session_is_heap_dump:
 * @slice: a slice, or %TV_NONE
 *
 * Returns: whether the slice represents a heap dump
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
 * @slice: a slice
 *
 * If @slice is a heap dump, selects its process and the time up to the dump, and shows the stacks of the dumped heap.
 * For a Java heap, also shows the objects. Does nothing for other slices.
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
  of_process = tv_session_dup_process_selection (self, upid);
  selection = tv_selection_with_range (of_process, tv_trace_get_start_ns (self->trace), ts + 1);
  tv_session_set_selection (self, selection);
  tv_session_set_call_source (self, find_source (self, slice));
  if (get_track (self, slice)->role == TV_ROLE_HEAP_GRAPHS)
    tv_session_show_heap_graph (self, upid, ts);
}

/* ---- Comparison of two times ---- */

/* Returns: (transfer full): a new session of the same trace, in its initial state */
static TvSession *
open_again (TvSession *self)
{
  TvDumpFindings *findings = tv_session_get_dump_findings (self);
  TvSession *other = tv_session_create (self->trace, tv_slice_index_ref (self->index),
                                        self->ranking, self->whole_profile,
                                        findings != NULL ? tv_dump_findings_ref (findings) : NULL);

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
 *
 * Sets a baseline if the file itself contains the samples of two runs, and the session has no baseline yet.
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
 * tv_session_new_comparison:
 * @like: selection for both sides, except for the time range
 * @before_ns: end of the earlier range
 * @after_ns: end of the later range; usually after @before_ns
 * @source: kind of samples
 *
 * Returns: (transfer full): a session of the same trace that selects everything up to @after_ns, with a baseline that
 * selects everything up to @before_ns
 */
TvSession *
tv_session_new_comparison (TvSession *self,
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

/* Returns whether @a and @b are different heap dumps of the same kind and process. */
static gboolean
are_of_one_heap (TvSession *self, guint32 a, guint32 b)
{
  return a != b && tv_session_is_heap_dump (self, a) &&
         get_track (self, a)->role == get_track (self, b)->role &&
         get_track (self, a)->upid == get_track (self, b)->upid;
}

/**
 * tv_session_new_between_dumps:
 * @dump: a heap dump
 * @other: dump to compare with, or %TV_NONE; if there is none, or if it is of another kind or process, the dump
 *   before @dump is used
 *
 * Returns: (transfer full) (nullable): a session that compares both dumps; %NULL if there is no other dump
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
  of_process = tv_session_dup_process_selection (self, upid);
  ts = tv_slices_start (slices, dump);
  other_ts = tv_slices_start (slices, other);
  return tv_session_new_comparison (self, of_process, MIN (ts, other_ts) + 1,
                                    MAX (ts, other_ts) + 1, find_source (self, dump));
}

/**
 * tv_session_new_between_ends:
 *
 * Returns: (transfer full) (nullable): a session that compares the heaps at the start and at the end of the selected
 * range; %NULL if no range is selected
 */
TvSession *
tv_session_new_between_ends (TvSession *self)
{
  gint64 start_ns, end_ns;

  g_return_val_if_fail (TV_IS_SESSION (self), NULL);

  if (!tv_session_get_range (self, &start_ns, &end_ns))
    return NULL;
  return tv_session_new_comparison (self, self->selection, start_ns, end_ns, self->call_source);
}

/* ==== Baseline ==== */

static gint64
get_end_ns (TvTrace *trace)
{
  return MAX (tv_trace_get_seen_end_ns (trace),
              tv_trace_get_start_ns (trace) + TV_SESSION_MIN_VISIBLE_NS);
}

static void
set_whole (TvSession *self, gint64 start_ns, gint64 end_ns)
{
  self->whole_start_ns = start_ns;
  self->whole_end_ns = end_ns;
}

static void
update_whole (TvSession *self)
{
  TvSession *baseline = self->baseline;
  gint64 start_ns = MIN (tv_trace_get_start_ns (self->trace),
                         tv_trace_get_start_ns (baseline->trace) + self->offset_ns);
  gint64 end_ns = MAX (get_end_ns (self->trace), get_end_ns (baseline->trace) + self->offset_ns);

  set_whole (self, start_ns, end_ns);
  set_whole (baseline, start_ns - self->offset_ns, end_ns - self->offset_ns);
}

/* ---- Synchronization of both sessions ---- */

static void
follow_visible (TvSession *self, TvSession *changed)
{
  gint64 start_ns, end_ns;

  if (self->is_following)
    return;
  self->is_following = TRUE;
  tv_session_get_visible (changed, &start_ns, &end_ns);
  if (changed == self)
    tv_session_set_visible (self->baseline, start_ns - self->offset_ns, end_ns - self->offset_ns);
  else
    tv_session_set_visible (self, start_ns + self->offset_ns, end_ns + self->offset_ns);
  self->is_following = FALSE;
}

static void
on_visible_changed (TvSession *self)
{
  follow_visible (self, self);
}

static void
on_baseline_visible_changed (TvSession *self)
{
  follow_visible (self, self->baseline);
}

static guint32
find_pair (GBytes *pairs, guint32 symbol)
{
  gsize size;
  const guint32 *by_symbol = g_bytes_get_data (pairs, &size);

  return symbol < size / sizeof *by_symbol ? by_symbol[symbol] : TV_NONE;
}

/* Selects the same symbol in the other session, or no symbol if the other trace lacks it. */
static void
follow_symbol (TvSession *self, TvSession *from, TvSession *to, GBytes *pairs)
{
  guint32 symbol = tv_session_get_selected_symbol (from);

  if (self->is_following)
    return;
  self->is_following = TRUE;
  tv_session_select_symbol (to, find_pair (pairs, symbol));
  self->is_following = FALSE;
}

static void
on_symbol_selected (TvSession *self)
{
  follow_symbol (self, self, self->baseline, self->pairs[0]);
}

static void
on_baseline_symbol_selected (TvSession *self)
{
  follow_symbol (self, self->baseline, self, self->pairs[1]);
}

/* ---- Selected call ---- */

static TvCallSet
get_calls (TvSession *self, gboolean are_ranges)
{
  TvCallSet calls = { self->trace, self->occurrences, G_MININT64, G_MAXINT64 };

  if (are_ranges)
    tv_session_get_range (self, &calls.start_ns, &calls.end_ns);
  return calls;
}

/* Returns the call of the other run that corresponds to the selected call; TV_NONE if there is none, or while the
 * calls of one run are still unknown. If both sessions have a selected range, only calls in these ranges are
 * considered. */
static guint32
find_same_call (TvSession *from, TvSession *to)
{
  gboolean are_ranges = tv_selection_has_range (from->selection) &&
                        tv_selection_has_range (to->selection);
  TvCallSet calls = get_calls (from, are_ranges), others = get_calls (to, are_ranges);

  return from->occurrences != NULL && to->occurrences != NULL
             ? tv_call_pair_find (&calls, from->selected_slice, &others)
             : TV_NONE;
}

/* Selects the slice in the other session that corresponds to the selected slice, or no slice. The selection is
 * transferred from the session in which the user last selected a slice. */
static void
follow_slice (TvSession *self)
{
  TvSession *from = self->is_baseline_leading ? self->baseline : self;
  TvSession *to = self->is_baseline_leading ? self : self->baseline;
  GBytes *pairs = self->pairs[self->is_baseline_leading];
  guint32 slice = from->selected_slice;

  if (self->is_following || find_pair (pairs, from->selected_symbol) != to->selected_symbol)
    return;
  self->is_following = TRUE;
  tv_session_select_slice (to, slice != TV_NONE ? find_same_call (from, to) : TV_NONE);
  self->is_following = FALSE;
}

static void
on_slice_selected (TvSession *self)
{
  if (self->is_following)
    return;
  self->is_baseline_leading = FALSE;
  follow_slice (self);
}

static void
on_baseline_slice_selected (TvSession *self)
{
  if (self->is_following)
    return;
  self->is_baseline_leading = TRUE;
  follow_slice (self);
}

static void
on_clock_changed (TvSession *self)
{
  tv_session_set_clock (self->baseline, tv_session_get_clock (self));
}

/* Updates the comparison after the baseline's selection has changed. */
static void
on_baseline_selection_changed (TvSession *self)
{
  tv_session_update_profile (self);
}

/* ---- Baseline session ---- */

static GBytes *
take_pairs (TvTrace *trace, guint32 *pairs)
{
  guint32 n;

  tv_trace_get_symbols (trace, &n);
  return g_bytes_new_take (pairs, n * sizeof *pairs);
}

/**
 * tv_session_set_baseline:
 * @self: a session without a baseline
 * @baseline: session of an earlier run, which no view shows yet
 * @pairs: (transfer full): for each symbol of @self, the symbol of @baseline or %TV_NONE
 * @pairs_back: (transfer full): for each symbol of @baseline, the symbol of @self or %TV_NONE
 *
 * Sets the baseline. Both sessions are aligned at their starts, show their whole range, and share the colours and the
 * chart style.
 */
void
tv_session_set_baseline (TvSession *self, TvSession *baseline, guint32 *pairs, guint32 *pairs_back)
{
  g_return_if_fail (TV_IS_SESSION (self) && TV_IS_SESSION (baseline));
  g_return_if_fail (self->baseline == NULL);

  self->baseline = g_object_ref (baseline);
  self->pairs[0] = take_pairs (self->trace, pairs);
  self->pairs[1] = take_pairs (baseline->trace, pairs_back);
  tv_session_take_coloring (baseline, TV_COLOR_BY_SYMBOL,
                            tv_coloring_new_like (baseline->trace, baseline->ranking,
                                                  baseline->whole_profile, self->ranking,
                                                  pairs_back));
  g_signal_connect (self, "notify::visible-start", G_CALLBACK (on_visible_changed), NULL);
  g_signal_connect (self, "notify::visible-end", G_CALLBACK (on_visible_changed), NULL);
  g_signal_connect (self, "notify::selected-symbol", G_CALLBACK (on_symbol_selected), NULL);
  g_signal_connect (self, "notify::selected-slice", G_CALLBACK (on_slice_selected), NULL);
  g_signal_connect (self, "notify::occurrences", G_CALLBACK (follow_slice), NULL);
  g_signal_connect (self, "notify::clock", G_CALLBACK (on_clock_changed), NULL);
  g_signal_connect_swapped (baseline, "notify::selected-slice",
                            G_CALLBACK (on_baseline_slice_selected), self);
  g_signal_connect_swapped (baseline, "notify::occurrences", G_CALLBACK (follow_slice), self);
  g_signal_connect_swapped (baseline, "notify::visible-start",
                            G_CALLBACK (on_baseline_visible_changed), self);
  g_signal_connect_swapped (baseline, "notify::visible-end",
                            G_CALLBACK (on_baseline_visible_changed), self);
  g_signal_connect_swapped (baseline, "notify::selected-symbol",
                            G_CALLBACK (on_baseline_symbol_selected), self);
  g_signal_connect_swapped (baseline, "notify::selection",
                            G_CALLBACK (on_baseline_selection_changed), self);
  g_object_bind_property (self, "colour-by", baseline, "colour-by", G_BINDING_SYNC_CREATE);
  g_object_bind_property (self, "chart-style", baseline, "chart-style", G_BINDING_SYNC_CREATE);
  tv_session_align (self, NULL, tv_trace_get_start_ns (self->trace),
                    tv_trace_get_start_ns (baseline->trace));
  tv_session_fit (self);
  on_clock_changed (self);
  tv_session_update_profile (self);
}

/* Disconnects the session from the baseline and releases it. Called when the session is disposed. */
void
tv_session_drop_baseline (TvSession *self)
{
  if (self->baseline != NULL)
    g_signal_handlers_disconnect_by_data (self->baseline, self);
  g_clear_object (&self->baseline);
  for (guint i = 0; i < G_N_ELEMENTS (self->pairs); i++)
    g_clear_pointer (&self->pairs[i], g_bytes_unref);
  g_clear_pointer (&self->baseline_paths, tv_call_paths_unref);
  g_clear_pointer (&self->call_comparison, tv_call_comparison_unref);
  g_clear_pointer (&self->compared, tv_selection_unref);
  g_clear_object (&self->baseline_profile);
}

/* Returns: (transfer none) (nullable): the session of the earlier run */
TvSession *
tv_session_get_baseline (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->baseline;
}

static void
set_zero (TvSession *self, const char *name, gint64 ns)
{
  g_autofree char *old = self->zero.name;

  self->zero = (TvBookmark){ .start_ns = ns, .end_ns = ns, .name = g_strdup (name) };
}

/**
 * tv_session_align:
 * @self: a session with a baseline
 * @name: (nullable): name of the event at these times; %NULL for the starts of both traces
 * @ns: timestamp in @self
 * @baseline_ns: timestamp in the baseline
 *
 * Aligns both sessions: the two timestamps get the same horizontal position, which is the zero point of both rulers.
 * The visible range of @self does not change, unless it would be outside the range that can be shown.
 */
void
tv_session_align (TvSession *self, const char *name, gint64 ns, gint64 baseline_ns)
{
  g_return_if_fail (TV_IS_SESSION (self) && self->baseline != NULL);

  self->offset_ns = ns - baseline_ns;
  set_zero (self, name, ns);
  set_zero (self->baseline, name, baseline_ns);
  update_whole (self);
  tv_session_set_visible (self, self->visible_start_ns, self->visible_end_ns);
  follow_visible (self, self);
  tv_session_align_time_base (self);
  tv_session_align_time_base (self->baseline);
  tv_session_notify (self, TV_SESSION_PROP_OFFSET);
  tv_session_notify (self->baseline, TV_SESSION_PROP_OFFSET);
}

/* Returns: (transfer none) (nullable): time and name of the ruler's zero point; %NULL if it is the start of the
 * trace */
const TvBookmark *
tv_session_get_zero (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->zero.name != NULL ? &self->zero : NULL;
}

/* Returns the difference between a timestamp of this session and the timestamp of the baseline at the same position,
 * in ns. */
gint64
tv_session_get_offset (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), 0);
  return self->offset_ns;
}

/* Returns: (transfer none) (nullable): an array of guint32: for each symbol, the symbol of the baseline or %TV_NONE */
GBytes *
tv_session_get_pairs (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->pairs[0];
}

/* Returns: (transfer full) (nullable): the session's selection, converted for the baseline's trace, with the
 * baseline's time range; %NULL if it would be empty */
TvSelection *
tv_session_dup_baseline_selection (TvSession *self)
{
  TvSession *baseline;

  g_return_val_if_fail (TV_IS_SESSION (self) && self->baseline != NULL, NULL);
  baseline = self->baseline;
  return tv_selection_transfer (self->selection, self->trace, baseline->trace,
                                g_bytes_get_data (self->pairs[0], NULL),
                                tv_selection_get_start_ns (baseline->selection),
                                tv_selection_get_end_ns (baseline->selection));
}

/* Returns: whether the session compares two kinds of samples in the same file, one of which belongs to an earlier
 * run */
gboolean
tv_session_compares_kinds (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);

  return self->baseline != NULL && self->baseline->trace == self->trace &&
         self->call_source != TV_CALLS_OF_SLICES &&
         tv_trace_get_stacks (self->trace)->kinds[self->call_source].before != TV_NONE;
}

/**
 * tv_session_get_baseline_source:
 * @self: a session with a baseline
 * @source: (out): source of stacks in the baseline
 *
 * Gets the source of stacks in the baseline that corresponds to the source of @self.
 *
 * Returns: whether the baseline has such a source
 */
gboolean
tv_session_get_baseline_source (TvSession *self, guint32 *source)
{
  g_return_val_if_fail (TV_IS_SESSION (self) && self->baseline != NULL, FALSE);

  *source = TV_CALLS_OF_SLICES;
  if (self->call_source == TV_CALLS_OF_SLICES)
    return TRUE;
  if (tv_session_compares_kinds (self))
    *source = tv_trace_get_stacks (self->trace)->kinds[self->call_source].before;
  else
    *source = tv_sample_kind_find_same (self->trace, self->call_source, self->baseline->trace);
  return *source != TV_NONE;
}
