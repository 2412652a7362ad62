/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws thread states in the shapes defined in state-bars.c. The painter calls these functions through the band
 * class. No state; uses the buffers of slice-bands.c. */

#include "paint/timeline/painter-part.h"

#include <math.h>

#include "analysis/system/run-share.h"
#include "paint/timeline/state-bars.h"

#define SPACE_BELOW_PX 2

/* Adds running time to columns in which another state is shown. The height is proportional to the running time. */
static void
add_running (TvTimelineImage *image,
             const TvTimelineSpan *span,
             const float *shares,
             int left,
             int top,
             int height)
{
  int min = MIN ((int) ceil (TV_TIMELINE_MIN_RUN_PX * image->view->scale), height);

  for (guint32 column = span->first; column < span->end; column++)
    {
      int fraction = MAX ((int) lround ((double) height * shares[column]), min);

      /* Inside a long state, only the first and the last column can contain running time. */
      if (column > span->first && column + 1 < span->end)
        column = span->end - 2;
      else if (shares[column] > 0.0f)
        tv_bars_add (image->bars, TV_BAR_STATE + TV_STATE_RUNNING, left + (int) column,
                     top + height - fraction, 1, fraction, 0);
    }
}

static void
add_states (TvTimelineImage *image, const TvTimelineBand *band, double y)
{
  const TvTrack *track = &tv_trace_get_tracks (image->trace, NULL)[band->track];
  double scale = image->view->scale;
  int left = (int) round (image->view->label_width * scale);
  int top = (int) round (y * scale), height = (int) round (band->bar * scale);
  float *shares = tv_timeline_get_shares (image);
  const GArray *found = tv_timeline_find_spans (image->painter, band, &image->scale, 0,
                                                image->scale.n_columns, 0, 1);

  tv_run_share_get (image->trace, band->track, &image->scale, tv_timeline_find_rows (image, band),
                    shares);
  for (guint i = 0; i < found->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (found, TvTimelineSpan, i);
      TvStateKind kind = tv_states_get_kind (tv_trace_get_states (image->trace),
                                             tv_track_get_side (track, span->slice));
      int width = (int) (span->end - span->first);

      if (track->uncertainty_ns > 0)
        tv_timeline_add_soft_edges (image, band, span, y);
      tv_timeline_add_hatch (image, span, top / scale, height / scale);
      if (kind != TV_STATE_RUNNING || width > 1)
        tv_state_bars_add (image->bars, TV_BAR_STATE + kind, kind, left + (int) span->first, top,
                           width, height, scale);
      if (kind != TV_STATE_RUNNING || width == 1)
        add_running (image, span, shares, left, top, height);
    }
}

static void
add (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  guint32 first, end;

  tv_timeline_find_lines (image->view, band, row, &first, &end);
  if (first < end)
    add_states (image, band, y);
  tv_timeline_add_hits (image, band, y);
}

/* Outlines the time range of the selected segment of a critical path, if the segment belongs to this thread. */
static void
paint_over (TvTimelineImage *image, const TvTimelineRow *row, const TvTimelineBand *band, double y)
{
  const TvPathSegment *path = image->view->selected_path;

  if (path != NULL && path->row.utid == row->utid)
    tv_timeline_outline_path (image, band, y);
}

const TvBandClass tv_band_states = {
  .bar = offsetof (TvTimelineMetrics, state),
  .space_below = SPACE_BELOW_PX,
  .add = add,
  .hit = tv_timeline_hit_slice,
  .paint_over = paint_over,
  .has_slices = TRUE,
};
