/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/slice-use.h"

#include "analysis/range/track-part.h"
#include "analysis/symbols/name-filter.h"
#include "analysis/symbols/name-pattern.h"
#include "analysis/symbols/symbol-order.h"
#include "analysis/system/frame-surface.h"
#include "core/error.h"

/* Adds up slices by name. Walks each track of the selection with a stack of symbols, as a profile does; the times of
 * async slices are merged per process. Called by the tables slice_use and slice_use_by_pattern and by the Range view.
 * Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536

enum
{
  USE_THREAD,
  USE_ASYNC,
  N_USES,
};

/* An async slice. */
typedef struct
{
  guint32 use; /* index in @uses */
  guint32 upid;
  gint64 start_ns;
  gint64 end_ns;
} Open;

typedef struct
{
  TvTrace *trace;
  const TvSlices *slices;
  TvRange range;
  const TvTrackPart *part; /* the part of the current track */
  gboolean has_clock[TV_N_CLOCKS];
  gint64 min_duration_ns;
  guint8 *passes;  /* per symbol, whether its name passes the filters */
  GArray *uses;    /* TvSliceUse */
  guint32 *groups; /* (nullable): per symbol, the representative of its group */
  guint8 *
      seen[N_USES]; /* per symbol, whether it has been counted in its group; NULL without @groups */
  guint32 *of_symbol[N_USES]; /* per symbol, 1 + index in @uses, or 0 */
  GHashTable *of_frames;      /* role and surface ─▶ 1 + index in @uses */
  GArray *open;               /* Open: async slices */
  guint32 *stack;             /* symbol per depth; TV_NONE for a recursive call */
  guint32 *outermost;         /* per symbol, depth of the outermost call */
} SliceUseWalk;

static void
clear_walk (SliceUseWalk *self)
{
  g_clear_pointer (&self->uses, g_array_unref);
  g_clear_pointer (&self->open, g_array_unref);
  g_clear_pointer (&self->of_frames, g_hash_table_unref);
  g_clear_pointer (&self->passes, g_free);
  g_clear_pointer (&self->groups, g_free);
  g_clear_pointer (&self->stack, g_free);
  g_clear_pointer (&self->outermost, g_free);
  for (guint i = 0; i < N_USES; i++)
    {
      g_clear_pointer (&self->of_symbol[i], g_free);
      g_clear_pointer (&self->seen[i], g_free);
    }
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SliceUseWalk, clear_walk)

/* Returns the symbol to which a slice is added: its own, or the representative of its group. */
static guint32
get_symbol (const SliceUseWalk *self, guint32 row)
{
  guint32 symbol = tv_slices_symbol (self->slices, row);

  return self->groups != NULL ? self->groups[symbol] : symbol;
}

static TvSliceUse *
add_use (SliceUseWalk *self, const TvSliceUse *use, guint32 *index)
{
  if (*index == 0)
    {
      g_array_append_val (self->uses, *use);
      *index = self->uses->len;
    }
  return &g_array_index (self->uses, TvSliceUse, *index - 1);
}

static TvSliceUse *
get_use_of_frames (SliceUseWalk *self, const TvTrack *track, guint32 row)
{
  TvSliceUse use = {
    .kind = TV_TRACK_ASYNC,
    .symbol = TV_NONE,
    .n_names = 1,
    .role = track->role,
    .surface = tv_frame_find_surface (self->trace, track, row),
  };
  gint64 key = (gint64) use.role << 32 | use.surface;
  guint32 index = GPOINTER_TO_UINT (g_hash_table_lookup (self->of_frames, &key)), before = index;
  TvSliceUse *found = add_use (self, &use, &index);

  if (before == 0)
    g_hash_table_insert (self->of_frames, g_memdup2 (&key, sizeof key), GUINT_TO_POINTER (index));
  return found;
}

static TvSliceUse *
get_use (SliceUseWalk *self, const TvTrack *track, guint32 row)
{
  guint32 symbol = tv_slices_symbol (self->slices, row), group = get_symbol (self, row);
  guint uses = track->kind == TV_TRACK_ASYNC ? USE_ASYNC : USE_THREAD;
  TvSliceUse use = {
    .kind = track->kind, .symbol = group, .n_names = 1, .role = TV_ROLE_OTHER, .surface = TV_NONE
  };
  gboolean is_new;
  TvSliceUse *found;

  if (tv_track_has_surfaces (track))
    return get_use_of_frames (self, track, row);
  is_new = self->of_symbol[uses][group] == 0;
  found = add_use (self, &use, &self->of_symbol[uses][group]);
  if (self->groups != NULL && !self->seen[uses][symbol])
    {
      self->seen[uses][symbol] = TRUE;
      found->n_names += !is_new;
    }
  return found;
}

/* Pushes a slice onto the stack, as in a profile. Returns whether its symbol was already on the stack. */
static gboolean
put_on_stack (SliceUseWalk *self, guint32 row)
{
  guint32 symbol = get_symbol (self, row), depth = tv_slices_depth (self->slices, row);
  guint32 outermost = self->outermost[symbol];
  gboolean is_recursive = outermost < depth && self->stack[outermost] == symbol;

  self->stack[depth] = is_recursive ? TV_NONE : symbol;
  if (!is_recursive)
    self->outermost[symbol] = depth;
  return is_recursive;
}

/* Returns the duration in ns, on a clock, of the part of a slice that is inside the range. */
static gint64
get_inside (const SliceUseWalk *self, TvClock clock, guint32 row)
{
  const TvTimeColumn *ts = clock == TV_CLOCK_CPU ? &self->slices->cpu_ts : &self->slices->ts;
  const TvTimeColumn *dur = clock == TV_CLOCK_CPU ? &self->slices->cpu_dur : &self->slices->dur;
  gint64 start_ns = tv_time_column_get (ts, row);
  gint64 end_ns = MIN (start_ns + tv_time_column_get (dur, row), self->part->to[clock]);

  return MAX (end_ns - MAX (start_ns, self->part->from[clock]), 0);
}

/* Updates the minimum and the maximum duration with a new slice. Unfinished slices are used only until the first
 * finished one. */
static void
update_extremes (TvSliceUse *use, TvClock clock, gint64 ns, guint32 row, gboolean is_unfinished)
{
  gboolean has_finished = tv_slice_use_count_finished (use) > 0;
  gboolean is_first = is_unfinished ? use->count == 0 : !has_finished;

  if (is_unfinished && has_finished)
    return;
  if (clock == TV_CLOCK_WALL && (is_first || ns > use->max_ns[clock]))
    use->longest = row;
  use->min_ns[clock] = is_first ? ns : MIN (use->min_ns[clock], ns);
  use->max_ns[clock] = is_first ? ns : MAX (use->max_ns[clock], ns);
}

static void
count_passing_slice (SliceUseWalk *self, guint32 row, const gint64 ns[], gboolean is_recursive)
{
  const TvTrack *track = self->part->track;
  TvSliceUse *use = get_use (self, track, row);
  gboolean is_unfinished = tv_slices_is_unfinished (self->slices, row);
  gboolean is_span = track->kind == TV_TRACK_ASYNC;

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      if (!self->has_clock[clock])
        continue;
      update_extremes (use, clock, ns[clock], row, is_unfinished);
      tv_add_ns (&use->total_ns[clock], ns[clock]);
      if (!is_unfinished)
        tv_add_ns (&use->finished_ns[clock], ns[clock]);
      if (is_span)
        continue;
      tv_add_ns (&use->exclusive_ns[clock], ns[clock]);
      if (!is_recursive)
        tv_add_ns (&use->inclusive_ns[clock], ns[clock]);
    }
  use->count++;
  use->n_unfinished += is_unfinished;
  if (is_span && ns[TV_CLOCK_WALL] > 0)
    {
      gint64 start_ns = MAX (tv_slices_start (self->slices, row), self->part->from[TV_CLOCK_WALL]);
      Open open = { (guint32) (use - (TvSliceUse *) (gpointer) self->uses->data), track->upid,
                    start_ns, start_ns + ns[TV_CLOCK_WALL] };

      g_array_append_val (self->open, open);
    }
}

static void
count_slice (SliceUseWalk *self, guint32 row)
{
  const TvSlices *slices = self->slices;
  const TvTrack *track = self->part->track;
  guint32 symbol = tv_slices_symbol (slices, row), parent = tv_slices_parent (slices, row);
  gboolean is_recursive = put_on_stack (self, row);
  gint64 ns[TV_N_CLOCKS] = { 0 };

  if (tv_time_column_get (&slices->dur, row) < self->min_duration_ns)
    return;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (self->has_clock[clock])
      ns[clock] = get_inside (self, clock, row);
  if (self->passes[symbol])
    count_passing_slice (self, row, ns, is_recursive);
  /* The parent's time includes the time of this slice, which does not belong to the parent's exclusive time. */
  if (track->kind == TV_TRACK_THREAD && parent != TV_NONE &&
      self->passes[tv_slices_symbol (slices, parent)])
    for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
      tv_add_ns (&get_use (self, track, parent)->exclusive_ns[clock], -ns[clock]);
}

/* Counts the slices that are open at the start of the range, outermost first. The rows of the ancestors are stored
 * temporarily in the stack entries that they will occupy. */
static void
count_before (SliceUseWalk *self)
{
  const TvSlices *slices = self->slices;
  guint32 innermost = tv_slices_depth (slices, self->part->before);

  for (guint32 row = self->part->before; row != TV_NONE; row = tv_slices_parent (slices, row))
    self->stack[tv_slices_depth (slices, row)] = row;
  for (guint32 depth = 0; depth <= innermost; depth++)
    count_slice (self, self->stack[depth]);
}

static gboolean
walk_track (SliceUseWalk *self,
            guint32 t,
            const TvSelection *selection,
            GCancellable *cancellable,
            GError **error)
{
  TvTrackPart part;

  if (g_cancellable_is_cancelled (cancellable))
    return tv_error_set_cancelled (error);
  if (!tv_track_part_find (&part, self->trace, t, selection))
    return TRUE;
  self->part = &part;
  self->has_clock[TV_CLOCK_CPU] = part.track->kind == TV_TRACK_THREAD &&
                                  tv_trace_has_clock (self->trace, TV_CLOCK_CPU);
  if (part.before != TV_NONE)
    count_before (self);
  for (guint32 row = part.first; row < part.end; row++)
    {
      count_slice (self, row);
      if ((row - part.first) % ROWS_PER_CANCEL_CHECK == ROWS_PER_CANCEL_CHECK - 1 &&
          g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
    }
  return TRUE;
}

/* ---- Async slices ---- */

static int
compare_open (gconstpointer a, gconstpointer b)
{
  const Open *x = a, *y = b;

  if (x->use != y->use)
    return x->use < y->use ? -1 : 1;
  if (x->upid != y->upid)
    return x->upid < y->upid ? -1 : 1;
  return (x->start_ns > y->start_ns) - (x->start_ns < y->start_ns);
}

/* Adds, per name and process, the time in which at least one async slice was open. */
static void
add_open (SliceUseWalk *self)
{
  const Open *last = NULL;
  gint64 until_ns = G_MININT64;

  g_array_sort (self->open, compare_open);
  for (guint i = 0; i < self->open->len; i++)
    {
      const Open *open = &g_array_index (self->open, Open, i);
      TvSliceUse *use = &g_array_index (self->uses, TvSliceUse, open->use);

      if (last == NULL || last->use != open->use || last->upid != open->upid)
        until_ns = G_MININT64;
      if (open->end_ns > until_ns)
        tv_add_ns (&use->inclusive_ns[TV_CLOCK_WALL],
                   open->end_ns - MAX (open->start_ns, until_ns));
      until_ns = MAX (until_ns, open->end_ns);
      last = open;
    }
}

/* Returns whether the slices of a track are counted: those of threads and async slices, except decoded log lines. */
static gboolean
is_counted (const TvTrack *track)
{
  return (track->kind == TV_TRACK_THREAD || track->kind == TV_TRACK_ASYNC) &&
         !tv_track_role_is_of_log (track->role);
}

/**
 * tv_slice_use_ranks_last:
 * @self: sums of the slices with one name
 * @trace: trace of the slices
 *
 * Returns whether none of the slices is finished, so that their times are not measured: a slice without an end seems
 * to last until the end of the trace. Method calls are excluded, because they were certainly on the stack until that
 * time.
 */
gboolean
tv_slice_use_ranks_last (const TvSliceUse *self, TvTrace *trace)
{
  return tv_slice_use_count_finished (self) == 0 &&
         (self->kind == TV_TRACK_ASYNC || !tv_trace_names_methods (trace));
}

static int
compare_uses (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvSliceUse *x = a, *y = b;
  gboolean is_x_last = tv_slice_use_ranks_last (x, data);

  if (is_x_last != tv_slice_use_ranks_last (y, data))
    return is_x_last ? 1 : -1;
  if (x->inclusive_ns[TV_CLOCK_WALL] != y->inclusive_ns[TV_CLOCK_WALL])
    return x->inclusive_ns[TV_CLOCK_WALL] > y->inclusive_ns[TV_CLOCK_WALL] ? -1 : 1;
  if (x->symbol != y->symbol && x->symbol != TV_NONE && y->symbol != TV_NONE)
    return tv_symbol_compare (data, x->symbol, y->symbol);
  if (x->symbol != y->symbol)
    return x->symbol == TV_NONE ? 1 : -1;
  if (x->role != y->role)
    return x->role < y->role ? -1 : 1;
  if (x->surface != y->surface)
    return x->surface < y->surface ? -1 : 1;
  return x->kind < y->kind ? -1 : x->kind > y->kind;
}

/* Adds up the slices of all names. @groups: (transfer full) (nullable): per symbol, the representative of its group */
static GArray *
find_uses (TvTrace *trace,
           const TvSelection *selection,
           guint32 *groups,
           GCancellable *cancellable,
           GError **error)
{
  g_auto (SliceUseWalk) self = {
    .trace = trace,
    .slices = tv_trace_get_slices (trace),
    .range = tv_range_new (trace, selection),
    .has_clock = { TRUE },
    .min_duration_ns = tv_selection_get_min_duration_ns (selection),
    .groups = groups,
    .passes = tv_name_filters_dup_passes (trace, selection),
    .uses = g_array_new (FALSE, FALSE, sizeof (TvSliceUse)),
    .open = g_array_new (FALSE, FALSE, sizeof (Open)),
    .of_frames = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
  };
  guint32 n_tracks, n_symbols, n_levels = 1;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  tv_trace_get_symbols (trace, &n_symbols);
  for (guint32 t = 0; t < n_tracks; t++)
    n_levels = MAX (n_levels, tracks[t].n_levels);
  self.stack = g_new (guint32, n_levels);
  self.outermost = g_new0 (guint32, MAX (n_symbols, 1));
  for (guint i = 0; i < N_USES; i++)
    {
      self.of_symbol[i] = g_new0 (guint32, MAX (n_symbols, 1));
      self.seen[i] = groups != NULL ? g_new0 (guint8, MAX (n_symbols, 1)) : NULL;
    }
  for (guint32 t = 0; t < n_tracks; t++)
    if (is_counted (&tracks[t]) && tv_selection_has_track (selection, t) &&
        !walk_track (&self, t, selection, cancellable, error))
      return NULL;
  add_open (&self);
  for (guint i = 0; i < self.uses->len; i++)
    {
      TvSliceUse *use = &g_array_index (self.uses, TvSliceUse, i);

      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        use->percent[clock] = tv_range_get_percent (&self.range, use->inclusive_ns[clock]);
    }
  g_array_sort_with_data (self.uses, compare_uses, trace);
  return g_steal_pointer (&self.uses);
}

/**
 * tv_slice_use_new:
 * @trace: a trace
 * @selection: (nullable): selected part of the trace; %NULL for all. Name filters select elements by the slices' own
 *   names and do not change times or counts. Slices below the minimum duration are not counted; their time is added
 *   to their parents. Transforms are ignored
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvSliceUse) (nullable): one element per name in the range, in descending
 * order of inclusive wall time, then by name; names for which tv_slice_use_ranks_last() is true come last; %NULL if
 * cancelled
 */
GArray *
tv_slice_use_new (TvTrace *trace,
                  const TvSelection *selection,
                  GCancellable *cancellable,
                  GError **error)
{
  return find_uses (trace, selection, NULL, cancellable, error);
}

/* Adds up slices like tv_slice_use_new(), but with one element for all names that differ only in numbers. */
GArray *
tv_slice_use_new_by_pattern (TvTrace *trace,
                             const TvSelection *selection,
                             GCancellable *cancellable,
                             GError **error)
{
  return find_uses (trace, selection, tv_name_pattern_find_symbols (trace), cancellable, error);
}

/* Returns whether the trace contains slices that are counted. */
gboolean
tv_slice_use_has_any (TvTrace *trace)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  for (guint32 t = 0; t < n_tracks; t++)
    if (is_counted (&tracks[t]) && tracks[t].n_slices > 0)
      return TRUE;
  return FALSE;
}
