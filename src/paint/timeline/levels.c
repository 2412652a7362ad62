/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows with limited height show some of their levels, which scroll within the row. One line each indicates hidden
 * levels above and below, if there are any. */

#include "paint/timeline/layout-private.h"

/* Number of callers that stay visible above a zoomed call. */
#define N_CALLERS_SHOWN 1

/* ---- One band ---- */

/* Shows as many levels as fit, from the given one on, or the last ones if fewer remain. */
void
tv_timeline_band_show_levels (TvTimelineBand *self, guint32 first_level)
{
  if (self->n_lines >= self->n_levels)
    {
      self->first_level = 0;
      self->end_level = self->n_levels;
      return;
    }
  self->first_level = MIN (first_level, self->n_levels - (self->n_lines - 1));
  self->end_level = MIN (self->first_level + self->n_lines - (self->first_level > 0),
                         self->n_levels);
  if (self->end_level < self->n_levels)
    self->end_level--;
}

gboolean
tv_timeline_band_has_level (const TvTimelineBand *self, guint32 level)
{
  return self->step == 0 || (level >= self->first_level && level < self->end_level);
}

/**
 * tv_timeline_band_get_y:
 * @self: a band
 * @level: a level
 *
 * Returns: top of its line, in px from the top of the row; for a hidden level that of the overflow indicator
 */
gint64
tv_timeline_band_get_y (const TvTimelineBand *self, guint32 level)
{
  gint64 line = 0;

  if (level >= self->first_level)
    line = (gint64) MIN (level, self->end_level) - self->first_level + (self->first_level > 0);
  return self->y + line * self->step;
}

/* ---- Rows ---- */

static gboolean
show_levels (TvTimelineLayout *self, guint at, gint64 first_level)
{
  TvTimelineBand *band = &g_array_index (self->bands, TvTimelineBand, at);
  guint32 before = band->first_level;

  tv_timeline_band_show_levels (band, (guint32) CLAMP (first_level, 0, (gint64) band->n_levels));
  g_array_index (self->band_plans, TvBandPlan, at).first_level = band->first_level;
  return band->first_level != before;
}

/**
 * tv_timeline_layout_set_row_limit:
 * @self: a layout
 * @limit_px: maximum height of rows, unless the user chose their full height; 0 for no limit
 *
 * Rearranges the rows if necessary.
 */
void
tv_timeline_layout_set_row_limit (TvTimelineLayout *self, gint64 limit_px)
{
  gboolean is_felt = FALSE;

  if (self->row_limit == limit_px)
    return;
  self->row_limit = limit_px;
  for (guint i = 0; !is_felt && i < self->rows->len; i++)
    {
      const TvTimelineRow *row = &g_array_index (self->rows, TvTimelineRow, i);

      is_felt = row->is_too_high || (limit_px > 0 && row->height > limit_px);
    }
  if (is_felt)
    tv_timeline_layout_arrange (self);
}

/**
 * tv_timeline_layout_scroll_levels:
 * @self: a layout
 * @row: a row of it
 * @by: number of levels to scroll down
 *
 * Returns: whether the visible levels changed
 */
gboolean
tv_timeline_layout_scroll_levels (TvTimelineLayout *self, const TvTimelineRow *row, int by)
{
  gint64 first_level;

  if (row->limited_band == TV_NONE)
    return FALSE;
  first_level = (gint64) tv_timeline_layout_get_band (self, row->limited_band)->first_level;
  /* The indicator above replaces a level, so a step of one would not reveal another. */
  if (first_level == 0 && by > 0)
    first_level++;
  first_level += by;
  if (first_level == 1)
    first_level = by < 0 ? 0 : 2;
  return show_levels (self, row->limited_band, first_level);
}

/**
 * tv_timeline_layout_reveal_level:
 * @self: a layout
 * @track: a track of the trace
 * @level: a level of it
 * @folds_callers: whether to hide the levels above it except its caller; otherwise the change is minimal
 *
 * Returns: whether the visible levels changed
 */
gboolean
tv_timeline_layout_reveal_level (TvTimelineLayout *self,
                                 guint32 track,
                                 guint32 level,
                                 gboolean folds_callers)
{
  const TvTimelineBand *band = tv_timeline_layout_find_band (self, track);
  guint at = self->band_of_track[track];
  gint64 n_shown;

  if (band == NULL || at != tv_timeline_layout_get_band_row (self, band)->limited_band)
    return FALSE;
  if (folds_callers)
    return show_levels (self, at, (gint64) level - N_CALLERS_SHOWN);
  if (tv_timeline_band_has_level (band, level))
    return FALSE;
  n_shown = (gint64) band->n_lines - 2;
  return show_levels (self, at,
                      level < band->first_level ? (gint64) level : (gint64) level + 1 - n_shown);
}

/* Copies the limit of another layout of the same trace for the next arrangement, with its visible levels. */
void
tv_timeline_layout_copy_levels (TvTimelineLayout *self, const TvTimelineLayout *from)
{
  self->row_limit = from->row_limit;
  for (guint i = 0; i < MIN (self->band_plans->len, from->band_plans->len); i++)
    g_array_index (self->band_plans, TvBandPlan, i).first_level =
        g_array_index (from->band_plans, TvBandPlan, i).first_level;
}

/**
 * tv_timeline_layout_find_cue:
 * @self: a layout
 * @row: a row
 * @y: px from the top of the first row
 *
 * Returns: -1 on the indicator of levels above, 1 on that of levels below, else 0
 */
int
tv_timeline_layout_find_cue (const TvTimelineLayout *self, guint row, gint64 y)
{
  const TvTimelineRow *r = tv_timeline_layout_get_row (self, row);
  const TvTimelineBand *band;
  gint64 line;

  if (r->limited_band == TV_NONE)
    return 0;
  band = tv_timeline_layout_get_band (self, r->limited_band);
  if (y < r->y + band->y)
    return 0;
  line = (y - r->y - band->y) / band->step;
  if (line == 0 && band->first_level > 0)
    return -1;
  return line == (gint64) band->n_lines - 1 && band->end_level < band->n_levels ? 1 : 0;
}
