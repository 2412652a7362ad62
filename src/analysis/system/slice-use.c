/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/slice-use.h"

#include "analysis/range/cpu-clock.h"
#include "analysis/symbols/name-filter.h"
#include "analysis/symbols/symbol-order.h"
#include "analysis/system/frame-surface.h"
#include "core/error.h"

#define ROWS_PER_CANCEL_CHECK 65536

enum
{
  USE_THREAD,
  USE_ASYNC,
  N_USES,
};

typedef struct
{
  TvTrace *trace;
  const TvSlices *slices;
  TvRange range;
  TvRange cpu_range; /* the same on the CPU clock of the track that is looked at */
  gboolean has_cpu;
  gint64 min_duration_ns;
  guint8 *passes;             /* by symbol: whether its name does */
  GArray *uses;               /* TvSliceUse */
  guint32 *of_symbol[N_USES]; /* index in @uses, plus 1 */
  GHashTable *of_frames;      /* role and surface → index in @uses, plus 1 */
} SliceUseWalk;

static void
clear_walk (SliceUseWalk *self)
{
  g_clear_pointer (&self->uses, g_array_unref);
  g_clear_pointer (&self->of_frames, g_hash_table_unref);
  g_clear_pointer (&self->passes, g_free);
  for (guint i = 0; i < N_USES; i++)
    g_clear_pointer (&self->of_symbol[i], g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SliceUseWalk, clear_walk)

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
  guint32 symbol = tv_slices_symbol (self->slices, row);
  TvSliceUse use = {
    .kind = track->kind, .symbol = symbol, .role = TV_ROLE_OTHER, .surface = TV_NONE
  };

  if (tv_track_has_surfaces (track))
    return get_use_of_frames (self, track, row);
  return add_use (self, &use,
                  &self->of_symbol[track->kind == TV_TRACK_ASYNC ? USE_ASYNC : USE_THREAD][symbol]);
}

static void
count_passing_slice (SliceUseWalk *self, const TvTrack *track, guint32 row, gint64 ns)
{
  const TvSlices *slices = self->slices;
  TvSliceUse *use = get_use (self, track, row);

  use->min_ns = use->count > 0 ? MIN (use->min_ns, ns) : ns;
  if (use->count == 0 || ns > use->max_ns)
    {
      use->max_ns = ns;
      use->longest = row;
    }
  tv_add_ns (&use->wall_ns, ns);
  tv_add_ns (&use->self_ns, ns);
  use->count++;
  if (self->has_cpu)
    {
      gint64 cpu_ts = tv_time_column_get (&slices->cpu_ts, row);

      tv_add_ns (&use->cpu_ns, tv_range_clip (&self->cpu_range, cpu_ts,
                                              cpu_ts + tv_time_column_get (&slices->cpu_dur, row)));
    }
}

static void
count_slice (SliceUseWalk *self, const TvTrack *track, guint32 row)
{
  const TvSlices *slices = self->slices;
  gint64 start_ns = tv_slices_start (slices, row), end_ns = tv_slices_end (slices, row);
  guint32 symbol = tv_slices_symbol (slices, row), parent = slices->parent[row];
  gint64 ns = tv_range_clip (&self->range, start_ns, end_ns);

  if (!tv_range_has (&self->range, start_ns, end_ns) || end_ns - start_ns < self->min_duration_ns)
    return;
  if (self->passes[symbol])
    count_passing_slice (self, track, row, ns);
  /* What a slice has in the range, the one around it has too. */
  if (ns > 0 && parent != TV_NONE && self->passes[tv_slices_symbol (slices, parent)])
    tv_add_ns (&get_use (self, track, parent)->self_ns, -ns);
}

/* The range on the clock of a track's thread, for one that has both clocks. */
static void
find_cpu_range (SliceUseWalk *self, const TvTrack *track, guint32 t)
{
  self->cpu_range = (TvRange){ .start_ns = G_MININT64, .end_ns = G_MAXINT64 };
  self->has_cpu = track->kind == TV_TRACK_THREAD && tv_trace_has_clock (self->trace, TV_CLOCK_CPU);
  if (self->has_cpu && self->range.start_ns != G_MININT64)
    self->cpu_range.start_ns = tv_cpu_clock_at_start (self->trace, t, self->range.start_ns);
  if (self->has_cpu && self->range.end_ns != G_MAXINT64)
    self->cpu_range.end_ns = tv_cpu_clock_at_end (self->trace, t, self->range.end_ns);
}

static gboolean
walk_track (SliceUseWalk *self, guint32 t, GCancellable *cancellable, GError **error)
{
  const TvTrack *track = &tv_trace_get_tracks (self->trace, NULL)[t];
  guint32 first = tv_trace_find_slice_from (self->trace, t, self->range.start_ns);
  guint32 end = track->first_slice + track->n_slices;
  guint32 before = first > track->first_slice ? first - 1 : TV_NONE;

  if (self->range.end_ns != G_MAXINT64)
    end = tv_trace_find_slice_from (self->trace, t, self->range.end_ns);
  if (g_cancellable_is_cancelled (cancellable))
    return tv_error_set_cancelled (error);
  find_cpu_range (self, track, t);

  /* What is open at the range's start is the last slice to start before it, or around that. */
  for (guint32 row = before; row != TV_NONE; row = self->slices->parent[row])
    count_slice (self, track, row);
  for (guint32 row = first; row < end; row++)
    {
      count_slice (self, track, row);
      if ((row - first) % ROWS_PER_CANCEL_CHECK == ROWS_PER_CANCEL_CHECK - 1 &&
          g_cancellable_is_cancelled (cancellable))
        return tv_error_set_cancelled (error);
    }
  return TRUE;
}

/* Whether a track has slices of names that programs give. */
static gboolean
is_counted (const TvTrack *track)
{
  return (track->kind == TV_TRACK_THREAD || track->kind == TV_TRACK_ASYNC) &&
         !tv_track_role_is_of_log (track->role);
}

static int
compare_uses (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvSliceUse *x = a, *y = b;

  if (x->wall_ns != y->wall_ns)
    return x->wall_ns > y->wall_ns ? -1 : 1;
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

/**
 * tv_slice_use_new:
 * @trace: a trace
 * @selection: (nullable): the part of it to look at; %NULL = all. A name filter is about a slice's own name
 *   here, and does not change numbers; what is shorter than the shortest duration does not count, and its
 *   time is that of the slice around it. Transforms are not looked at
 * @cancellable: (nullable): to stop it
 * @error: (nullable): where to put %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvSliceUse): every name there is in the range, the most
 *   time first, ties by name; %NULL if it was cancelled
 */
GArray *
tv_slice_use_new (TvTrace *trace,
                  const TvSelection *selection,
                  GCancellable *cancellable,
                  GError **error)
{
  g_auto (SliceUseWalk) self = {
    .trace = trace,
    .slices = tv_trace_get_slices (trace),
    .range = tv_range_new (trace, selection),
    .min_duration_ns = tv_selection_get_min_duration_ns (selection),
    .passes = tv_name_filters_dup_passes (trace, selection),
    .uses = g_array_new (FALSE, FALSE, sizeof (TvSliceUse)),
    .of_frames = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL),
  };
  guint32 n_tracks, n_symbols;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);

  tv_trace_get_symbols (trace, &n_symbols);
  for (guint i = 0; i < N_USES; i++)
    self.of_symbol[i] = g_new0 (guint32, MAX (n_symbols, 1));
  for (guint32 t = 0; t < n_tracks; t++)
    if (is_counted (&tracks[t]) && tv_selection_has_track (selection, t) &&
        !walk_track (&self, t, cancellable, error))
      return NULL;
  for (guint i = 0; i < self.uses->len; i++)
    {
      TvSliceUse *use = &g_array_index (self.uses, TvSliceUse, i);

      use->percent = tv_range_get_percent (&self.range, use->wall_ns);
    }
  g_array_sort_with_data (self.uses, compare_uses, trace);
  return g_steal_pointer (&self.uses);
}

/* Returns: whether any slice of @trace is counted, in whatever part of it */
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
