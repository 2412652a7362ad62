/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/thread-use.h"

#include "analysis/range/range.h"
#include "analysis/range/track-part.h"
#include "core/error.h"

/* Counts the calls and samples of each thread, and adds up the times of calls. If the whole trace is selected, uses
 * the precomputed sums of a track. Called only by the tables of threads. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536

static void
use_at (TvThreadUse *use, gint64 first_ns, gint64 last_ns)
{
  if (use->first_ns == TV_NO_TIME || first_ns < use->first_ns)
    use->first_ns = first_ns;
  if (use->last_ns == TV_NO_TIME || last_ns > use->last_ns)
    use->last_ns = last_ns;
}

/* Adds the time of an outermost call, clipped to the range. */
static void
add_busy (TvThreadUse *use, TvTrace *trace, const TvTrackPart *part, guint32 row)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTimeColumn *starts[TV_N_CLOCKS] = { &slices->ts, &slices->cpu_ts };
  const TvTimeColumn *durations[TV_N_CLOCKS] = { &slices->dur, &slices->cpu_dur };

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gint64 start, end;

      if (!tv_trace_has_clock (trace, (TvClock) clock))
        continue;
      start = tv_time_column_get (starts[clock], row);
      end = MIN (start + tv_time_column_get (durations[clock], row), part->to[clock]);
      tv_add_ns (&use->busy_ns[clock], MAX (end - MAX (start, part->from[clock]), 0));
    }
  use_at (use, MAX (tv_slices_start (slices, row), part->from[TV_CLOCK_WALL]),
          MIN (tv_slices_end (slices, row), part->to[TV_CLOCK_WALL]));
}

static void
add_row (TvThreadUse *use, TvTrace *trace, const TvTrackPart *part, guint32 row)
{
  guint32 depth = tv_slices_depth (tv_trace_get_slices (trace), row);

  use->calls++;
  use->depth = MAX (use->depth, depth + 1);
  if (depth == 0)
    add_busy (use, trace, part, row);
}

/* Adds a whole track, whose sums are precomputed. */
static void
add_whole_track (TvThreadUse *use, const TvTrack *track, const TvSlices *slices)
{
  use->calls += track->n_slices;
  use->depth = MAX (use->depth, track->n_levels);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    tv_add_ns (&use->busy_ns[clock], track->covered_ns[clock]);
  use_at (use, tv_slices_start (slices, track->first_slice), G_MININT64);
  /* The slice that ends last is the last row or one of its ancestors. */
  for (guint32 row = track->first_slice + track->n_slices - 1; row != TV_NONE;
       row = tv_slices_parent (slices, row))
    use_at (use, use->first_ns, tv_slices_end (slices, row));
}

static gboolean
add_track (TvThreadUse *use,
           TvTrace *trace,
           guint32 t,
           const TvSelection *selection,
           GCancellable *cancellable)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  TvTrackPart part;

  if (!tv_track_part_find (&part, trace, t, selection))
    return TRUE;
  if (!tv_selection_has_range (selection))
    {
      add_whole_track (use, part.track, slices);
      return TRUE;
    }
  for (guint32 row = part.before; row != TV_NONE; row = tv_slices_parent (slices, row))
    add_row (use, trace, &part, row);
  for (guint32 row = part.first; row < part.end; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      add_row (use, trace, &part, row);
    }
  return TRUE;
}

static gboolean
is_in_time (const TvSelection *selection, gint64 ts)
{
  return !tv_selection_has_range (selection) ||
         (ts != TV_NO_TIME && ts >= tv_selection_get_start_ns (selection) &&
          ts < tv_selection_get_end_ns (selection));
}

static void
add_sample (TvThreadUse *use, const TvStacks *stacks, gint64 ts, guint32 callsite)
{
  use->samples++;
  if (callsite != TV_NONE)
    use->depth = MAX (use->depth, stacks->callsites[callsite].depth + 1);
  if (ts != TV_NO_TIME)
    use_at (use, ts, ts);
}

/* Adds the samples of one kind with their weights. */
static gboolean
add_kind (GArray *uses,
          TvTrace *trace,
          guint32 kind,
          const TvSelection *selection,
          GCancellable *cancellable)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  TvKindRows rows = tv_stacks_get_rows (stacks, kind);

  for (guint32 i = 0; i < rows.n; i++)
    {
      TvThreadUse *use;

      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (rows.utid[i] >= uses->len || !tv_kind_rows_has (&rows, i) ||
          !is_in_time (selection, rows.ts[i]))
        continue;
      use = &g_array_index (uses, TvThreadUse, rows.utid[i]);
      add_sample (use, stacks, rows.ts[i], rows.callsite[i]);
      tv_add_ns (&use->weight, tv_kind_rows_get_weight (&rows, i));
      use->unit = stacks->kinds[kind].unit;
    }
  return TRUE;
}

static gboolean
add_samples (GArray *uses, TvTrace *trace, const TvSelection *selection, GCancellable *cancellable)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);
  const TvStackSamples *samples = &stacks->samples;

  for (guint32 i = 0; i < samples->n; i++)
    {
      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (samples->utid[i] != TV_NONE && is_in_time (selection, samples->ts[i]))
        add_sample (&g_array_index (uses, TvThreadUse, samples->utid[i]), stacks, samples->ts[i],
                    samples->callsite[i]);
    }
  return TRUE;
}

/* Counts calls and samples like tv_thread_use_new_of(), with samples of all kinds. */
GArray *
tv_thread_use_new (TvTrace *trace,
                   const TvSelection *selection,
                   GCancellable *cancellable,
                   GError **error)
{
  return tv_thread_use_new_of (trace, TV_NONE, selection, cancellable, error);
}

/**
 * tv_thread_use_new_of:
 * @trace: a trace
 * @source: kind of samples to count, or %TV_NONE for all kinds
 * @selection: (nullable): selected part of the trace; %NULL for all
 * @cancellable: (nullable): a #GCancellable
 * @error: (nullable): set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvThreadUse) (nullable): all threads of the selection, sorted by utid,
 * including threads without calls and samples; %NULL if cancelled
 */
GArray *
tv_thread_use_new_of (TvTrace *trace,
                      guint32 source,
                      const TvSelection *selection,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GArray) uses = g_array_new (FALSE, FALSE, sizeof (TvThreadUse));
  TvRange range = tv_range_new (trace, selection);
  guint32 n_threads, n_remaining = 0;
  const TvThread *threads = tv_trace_get_threads (trace, &n_threads);

  for (guint32 utid = 0; utid < n_threads; utid++)
    {
      TvThreadUse use = { .utid = utid, .first_ns = TV_NO_TIME, .last_ns = TV_NO_TIME };

      if (tv_selection_has_thread (selection, utid) && threads[utid].track != TV_NONE &&
          tv_selection_has_track (selection, threads[utid].track) &&
          !add_track (&use, trace, threads[utid].track, selection, cancellable))
        break;
      use.busy_percent = tv_range_get_percent (&range, use.busy_ns[TV_CLOCK_WALL]);
      g_array_append_val (uses, use);
    }
  if (uses->len < n_threads ||
      !(source < tv_trace_get_stacks (trace)->n_kinds
            ? add_kind (uses, trace, source, selection, cancellable)
            : add_samples (uses, trace, selection, cancellable)) ||
      g_cancellable_is_cancelled (cancellable))
    {
      tv_error_set_cancelled (error);
      return NULL;
    }
  for (guint32 utid = 0; utid < n_threads; utid++)
    if (tv_selection_has_thread (selection, utid))
      g_array_index (uses, TvThreadUse, n_remaining++) = g_array_index (uses, TvThreadUse, utid);
  g_array_set_size (uses, n_remaining);
  return g_steal_pointer (&uses);
}
