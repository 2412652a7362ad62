/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/run-share.h"

/* Computes the share of each pixel column in which a thread ran. Called only by the state bands of the timeline
 * (paint/timeline/state-bands.c). Pure: only reads the trace. */

/**
 * tv_run_share_get:
 * @trace: a trace
 * @track: track of a thread's states
 * @scale: visible range and columns
 * @rows: (array): per column, the first row of the track that starts at or after the column's left edge; one
 *   additional element for the right edge
 * @shares: (array) (out caller-allocates): per column, the share of its time in which the thread ran, from 0 to 1
 *
 * Gets the share of time in which a thread ran, per pixel column.
 */
void
tv_run_share_get (TvTrace *trace,
                  guint32 track,
                  const TvTimeScale *scale,
                  const guint32 *rows,
                  float *shares)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvStates *states = tv_trace_get_states (trace);
  double ns_per_column = (double) (scale->end_ns - scale->start_ns) / scale->n_columns;
  double before = 0.0;

  for (guint32 column = 0; column <= scale->n_columns; column++)
    {
      double ns = (double) column * ns_per_column, ran = 0.0;

      /* The state at the edge precedes the first state that starts at or after the edge. */
      if (rows[column] > t->first_slice)
        {
          guint32 slice = rows[column] - 1, side = tv_track_get_side (t, slice);

          ran = (double) tv_trace_get_cpu_before (trace, t, slice);
          if (tv_states_get_kind (states, side) == TV_STATE_RUNNING)
            ran += CLAMP (ns - (double) (tv_slices_start (slices, slice) - scale->start_ns), 0.0,
                          (double) tv_time_column_get (&slices->dur, slice));
        }
      if (column > 0)
        shares[column - 1] = (float) CLAMP ((ran - before) / ns_per_column, 0.0, 1.0);
      before = ran;
    }
}
