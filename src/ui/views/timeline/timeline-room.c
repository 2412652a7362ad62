/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Room at the right edge that something else takes as an answer to a click: what was clicked stays
 * below the pointer, so the scale stays, and what has no room any more is out of sight. */

#include "ui/views/timeline/timeline-private.h"

#include <math.h>

/* What was clicked at the right edge is to be that far inside of the new one, px. */
#define EDGE_PX 48.0

/* Whether what is selected at this moment is so by a click in it. */
gboolean
tv_timeline_is_clicked (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);
  return self->is_clicked;
}

/* What it needs to show all rows as they are folded now, px. */
int
tv_timeline_get_whole_height (TvTimeline *self)
{
  gint64 rows;

  g_return_val_if_fail (TV_IS_TIMELINE (self), 0);

  rows = self->layout != NULL ? tv_timeline_layout_get_height (self->layout) : 0;
  return (int) MIN (self->ruler_height + rows, G_MAXINT);
}

/**
 * tv_timeline_give_room:
 * @self: a timeline
 * @px: how much narrower it gets
 *
 * To be called before it does; else all that is shown stays in sight.
 */
void
tv_timeline_give_room (TvTimeline *self, int px)
{
  double before, after, px_ns;
  TvTimelinePlace place;

  g_return_if_fail (TV_IS_TIMELINE (self));

  before = gtk_widget_get_width (GTK_WIDGET (self)) - self->label_width;
  after = before - px;
  self->room_px = 0;
  if (self->session == NULL || after <= 0.0)
    return;
  tv_timeline_stop_motion (self);
  self->room_from = place = tv_timeline_get_place (self);
  px_ns = (double) (place.end_ns - place.start_ns) / before;
  place.end_ns = place.start_ns + llround (after * px_ns);
  tv_timeline_shift_place (
      self, &place,
      llround (MAX (self->pointer_x - self->label_width - MAX (after - EDGE_PX, 0.0), 0.0) *
               px_ns));
  tv_session_set_visible (self->session, place.start_ns, place.end_ns);
  self->room_px = px;
  self->room_to = tv_timeline_get_place (self);
}

/**
 * tv_timeline_take_room:
 * @self: a timeline
 * @px: how much wider it gets
 *
 * What went out of sight for it comes back, unless something else is shown by now.
 */
void
tv_timeline_take_room (TvTimeline *self, int px)
{
  TvTimelinePlace place;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->room_px != px || self->session == NULL)
    return;
  self->room_px = 0;
  place = tv_timeline_get_destination (self);
  if (place.start_ns == self->room_to.start_ns && place.end_ns == self->room_to.end_ns)
    tv_session_set_visible (self->session, self->room_from.start_ns, self->room_from.end_ns);
}
