/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A row that would fill the window shows some of its levels: the wheel scrolls them first, and then
 * the rows; the lines that stand for what is above and below turn to that. */

#include "ui/views/timeline/timeline-private.h"

#include <math.h>

/* A row takes no more than this of what is seen below the ruler. */
#define MAX_ROW_PART 0.6

/* Rows that come below the pointer while all are scrolled do not take the wheel over. */
#define SCROLL_PAUSE_US (400 * 1000)

static void
follow_levels (TvTimeline *self)
{
  tv_timeline_queue_paint (self);
  tv_timeline_update_hover (self);
}

/* To be called when the height is another one. */
void
tv_timeline_limit_rows (TvTimeline *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self)) - self->ruler_height;

  if (self->layout != NULL && height > 0)
    tv_timeline_layout_set_row_limit (self->layout, (gint64) (height * MAX_ROW_PART));
}

/* Has the row of a slice show its level. */
void
tv_timeline_show_level (TvTimeline *self, guint32 slice, gboolean folds_callers)
{
  TvTrace *trace = tv_session_get_trace (self->session);

  if (tv_timeline_layout_reveal_level (self->layout, tv_trace_find_track_at (trace, slice),
                                       tv_slices_depth (tv_trace_get_slices (trace), slice),
                                       folds_callers))
    follow_levels (self);
}

/* Scrolls within the row below the pointer, by lines; FALSE where it has no more in that direction. */
gboolean
tv_timeline_scroll_row (TvTimeline *self, double by)
{
  gint64 now_us = g_get_monotonic_time ();
  const TvTimelineRow *row;
  double levels;

  if (self->layout == NULL || !self->has_pointer ||
      (self->hit.area != TV_TIMELINE_ROW && self->hit.area != TV_TIMELINE_LABELS) ||
      self->hit.row >= tv_timeline_layout_get_n_rows (self->layout))
    return FALSE;
  row = tv_timeline_layout_get_row (self->layout, self->hit.row);
  if (row->limited_band == TV_NONE || now_us - self->rows_scrolled_us < SCROLL_PAUSE_US)
    {
      self->rows_scrolled_us = now_us;
      return FALSE;
    }
  self->level_rest += by;
  levels = trunc (self->level_rest);
  self->level_rest -= levels;
  if (levels == 0.0)
    return TRUE;
  if (!tv_timeline_layout_scroll_levels (self->layout, row, (int) CLAMP (levels, -1e6, 1e6)))
    {
      self->level_rest = 0.0;
      self->rows_scrolled_us = now_us;
      return FALSE;
    }
  follow_levels (self);
  return TRUE;
}

/* Shows the next levels in a direction, of which one is the same as before. */
void
tv_timeline_turn_row (TvTimeline *self, guint row, int direction)
{
  const TvTimelineRow *r = tv_timeline_layout_get_row (self->layout, row);
  const TvTimelineBand *band;

  if (r->limited_band == TV_NONE)
    return;
  band = tv_timeline_layout_get_band (self->layout, r->limited_band);
  if (tv_timeline_layout_scroll_levels (
          self->layout, r,
          direction * (int) MAX ((gint64) band->end_level - band->first_level - 1, 1)))
    follow_levels (self);
}
