/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws the use of CPUs: runs on CPUs, and the activity of folded groups. The painter and the highlight of a thread
 * call these functions through the band classes. No state; uses the buffers of slice-bands.c. */

#include "paint/timeline/painter-part.h"

#include <math.h>

#define RADIUS      0.25
#define MIN_BUSY_PX 3.0
#define BUSY_INSET  8

/* ---- Runs ---- */

/* Returns the share of time during which the CPU was busy, per column; NULL if unknown. */
static const float *
find_shares (TvTimelineImage *image, const TvTimelineBand *band)
{
  const TvBusyIndex *index = tv_timeline_painter_get_busy_index (image->painter);
  float *shares;

  if (index == NULL)
    return NULL;
  shares = tv_timeline_get_shares (image);
  tv_busy_index_get_cpu_shares (index, band->track, &image->scale,
                                tv_timeline_find_rows (image, band), shares);
  return shares;
}

static gboolean
is_selected (const TvTimelineImage *image, guint32 slice)
{
  return image->selected_utid != TV_NONE &&
         tv_trace_get_run_thread (image->trace, slice) == image->selected_utid;
}

/* Appends everything except the thread's runs to the path, as the area to dim. */
static void
append_others (TvTimelinePainter *self,
               cairo_t *cr,
               const TvTimelineView *view,
               const TvTimelineRow *row,
               const TvTimelineBand *band,
               guint32 utid)
{
  TvTimeScale scale = tv_timeline_view_get_scale (view);
  TvTrace *trace = tv_timeline_painter_get_trace (self);
  double y0 = tv_timeline_view_get_row_y (view, row);
  double y1 = y0 + (double) (band->y + band->bar);
  double x = view->label_width;
  const GArray *spans = tv_timeline_find_spans (self, band, &scale, 0, scale.n_columns, 0, 1);

  for (guint i = 0; i < spans->len; i++)
    {
      const TvTimelineSpan *span = &g_array_index (spans, TvTimelineSpan, i);

      if (tv_trace_get_run_thread (trace, span->slice) != utid)
        continue;
      tv_timeline_append_dim (cr, view, row, x, view->label_width + span->first / view->scale, y0,
                              y1);
      x = view->label_width + span->end / view->scale;
    }
  tv_timeline_append_dim (cr, view, row, x, view->width, y0, y1);
  tv_timeline_append_dim (cr, view, row, view->label_width, view->width, y1,
                          y0 + (double) row->height);
}

const TvBandClass tv_band_runs = {
  TV_BAND_OF_SLICES,
  .bar = offsetof (TvTimelineMetrics, bar),
  .step = offsetof (TvTimelineMetrics, step),
  .append_others = append_others,
  .find_shares = find_shares,
  .is_selected = is_selected,
  .radius = RADIUS,
  .has_labels = TRUE,
  .are_inferred = TRUE,
};

/* ---- Folded groups ---- */

static guint
get_shade (float share)
{
  if (share <= 1e-6f) /* rounding error */
    return 0;
  return MIN (1 + (guint) (share * TV_N_BUSY_SHADES), TV_N_BUSY_SHADES);
}

/* Adds the activity of a folded group: the busier, the higher the bar and the stronger its colour. */
static void
add_busy (TvTimelineImage *image,
          const TvTimelineRow *row,
          const TvTimelineBand *band,
          double band_y)
{
  const TvTimelineGroup *g = tv_timeline_layout_get_group (image->view->layout, row->group);
  double scale = image->view->scale;
  int left = (int) round (image->view->label_width * image->view->scale);
  int y = (int) round (band_y * scale), height = (int) round (band->bar * scale);
  guint32 n = image->scale.n_columns;
  guint32 owner = g->upid;
  const TvBusyIndex *index = tv_timeline_painter_get_busy_index (image->painter);
  float unit = 1.0f, *shares;

  if (index == NULL || !g->is_folded)
    return;
  shares = tv_timeline_get_shares (image);
  if (owner == TV_NONE)
    owner = tv_busy_index_get_rest (index, g->machine);
  if (g->kind == TV_TIMELINE_CPUS)
    {
      guint32 n_tracks, n_cpus = 0;
      const TvTrack *tracks = tv_trace_get_tracks (image->trace, &n_tracks);

      for (guint32 track = 0; track < n_tracks; track++)
        n_cpus += tracks[track].kind == TV_TRACK_CPU && tracks[track].machine == g->machine;
      owner = tv_busy_index_get_all (index, g->machine);
      unit = 1.0f / MAX (n_cpus, 1);
    }
  tv_busy_index_get_shares (index, owner, &image->scale, shares);
  for (guint32 column = 0; column < n;)
    {
      guint shade = get_shade (shares[column] * unit);
      guint32 first = column++;

      while (column < n && get_shade (shares[column] * unit) == shade)
        column++;
      if (shade > 0)
        {
          int fraction = MAX (height * (int) shade / TV_N_BUSY_SHADES,
                              (int) ceil (MIN_BUSY_PX * scale));

          tv_bars_add (image->bars, TV_BAR_BUSY + shade - 1, left + (int) first,
                       y + height - fraction, (int) (column - first), fraction, 0);
        }
    }
}

const TvBandClass tv_band_busy = {
  .bar = offsetof (TvTimelineMetrics, header),
  .inset = BUSY_INSET,
  .add = add_busy,
};
