/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/calls/call-numbers.h"

/* Computes the times and shares of a single slice. Called only for the properties of a slice
 * (ui/properties/slice-properties.c), on a worker if the trace is large. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536

static const TvTimeColumn *
get_durations (const TvSlices *slices, TvClock clock)
{
  return clock == TV_CLOCK_CPU ? &slices->cpu_dur : &slices->dur;
}

static double
get_share (gint64 part_ns, gint64 whole_ns)
{
  return whole_ns > 0 ? (double) part_ns / (double) whole_ns : -1.0;
}

/**
 * tv_call_numbers_find:
 * @trace: a trace
 * @slice: a slice
 * @numbers: (out): details of the slice; the fields that tv_call_numbers_find_slow() sets are 0
 *
 * Computes the details that take only time proportional to the slice's depth.
 */
void
tv_call_numbers_find (TvTrace *trace, guint32 slice, TvCallNumbers *numbers)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvTrack *track = &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];

  *numbers = (TvCallNumbers){ .parent = tv_slices_parent (slices, slice),
                              .depth = tv_slices_depth (slices, slice) };
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      const TvTimeColumn *durations = get_durations (slices, clock);
      gint64 ns;

      numbers->parent_share[clock] = numbers->thread_share[clock] = -1.0;
      if (!tv_trace_has_clock (trace, clock))
        continue;
      numbers->inclusive_ns[clock] = ns = tv_time_column_get (durations, slice);
      numbers->thread_share[clock] = get_share (ns, track->covered_ns[clock]);
      if (numbers->parent != TV_NONE)
        numbers->parent_share[clock] = get_share (ns,
                                                  tv_time_column_get (durations, numbers->parent));
    }
  for (guint32 around = numbers->parent; around != TV_NONE;
       around = tv_slices_parent (slices, around))
    numbers->n_enclosing_calls += tv_slices_symbol (slices, around) ==
                                  tv_slices_symbol (slices, slice);
}

/**
 * tv_call_numbers_find_slow:
 * @trace: a trace
 * @slice: a slice
 * @cancellable: (nullable): a #GCancellable
 * @numbers: (inout): details from tv_call_numbers_find(), to which the remaining ones are added
 *
 * Computes exclusive times and the position among the slices with the same symbol. Visits all slices, so call it on a
 * worker for large traces.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_call_numbers_find_slow (TvTrace *trace,
                           guint32 slice,
                           GCancellable *cancellable,
                           TvCallNumbers *numbers)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 symbol = tv_slices_symbol (slices, slice);
  gint64 ns = tv_time_column_get (&slices->dur, slice);

  numbers->position = numbers->n = numbers->n_longer = 0;
  for (guint32 row = 0; row < slices->n; row++)
    {
      if (row % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (tv_slices_symbol (slices, row) != symbol)
        continue;
      numbers->n++;
      numbers->n_longer += tv_time_column_get (&slices->dur, row) > ns;
      if (row == slice)
        numbers->position = numbers->n;
    }
  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock))
      numbers->exclusive_ns[clock] = tv_trace_get_self_ns (trace, slice, clock);
  return TRUE;
}
