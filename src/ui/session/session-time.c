/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The times of a session: each lies inside of the trace. */

#include "ui/session/session-private.h"

/* ---- What the timeline shows ---- */

void
tv_session_get_visible (TvSession *self, gint64 *start_ns, gint64 *end_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  *start_ns = self->visible_start_ns;
  *end_ns = self->visible_end_ns;
}

/**
 * tv_session_set_visible:
 *
 * Shows a range of time. It is moved, then cut, to lie inside the whole, and widened to
 * %TV_SESSION_MIN_VISIBLE_NS.
 */
void
tv_session_set_visible (TvSession *self, gint64 start_ns, gint64 end_ns)
{
  gint64 first_ns, last_ns, length_ns;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_session_get_whole (self, &first_ns, &last_ns);
  length_ns = CLAMP (end_ns - start_ns, TV_SESSION_MIN_VISIBLE_NS, last_ns - first_ns);
  start_ns = CLAMP (start_ns, first_ns, last_ns - length_ns);
  end_ns = start_ns + length_ns;
  if (self->visible_start_ns == start_ns && self->visible_end_ns == end_ns)
    return;

  g_object_freeze_notify (G_OBJECT (self));
  self->visible_start_ns = start_ns;
  self->visible_end_ns = end_ns;
  tv_session_notify (self, TV_SESSION_PROP_VISIBLE_START);
  tv_session_notify (self, TV_SESSION_PROP_VISIBLE_END);
  g_object_thaw_notify (G_OBJECT (self));
}

/* Shows a part of the trace when it is opened for the first time. */
void
tv_session_set_first_visible (TvSession *self, gint64 start_ns, gint64 end_ns)
{
  tv_session_set_visible (self, start_ns, end_ns);
  self->first_start_ns = self->visible_start_ns;
  self->first_end_ns = self->visible_end_ns;
}

/* Returns whether the user has chosen another range of time than the first. */
gboolean
tv_session_is_visible_chosen (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), FALSE);
  return self->visible_start_ns != self->first_start_ns ||
         self->visible_end_ns != self->first_end_ns;
}

/**
 * tv_session_get_whole:
 * @start_ns: (out): of all that can be shown
 * @end_ns: (out): its end; at least %TV_SESSION_MIN_VISIBLE_NS later
 *
 * The whole is the trace, and beside it, where it is compared with another, the time of that.
 */
void
tv_session_get_whole (TvSession *self, gint64 *start_ns, gint64 *end_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  *start_ns = self->whole_start_ns;
  *end_ns = self->whole_end_ns;
}

/* The limits of a zoom. */
TvZoomLimits
tv_session_get_zoom_limits (TvSession *self)
{
  return (TvZoomLimits){
    .first_ns = self->whole_start_ns,
    .last_ns = self->whole_end_ns,
    .min_ns = TV_SESSION_MIN_VISIBLE_NS,
  };
}

/**
 * tv_session_zoom:
 * @factor: how much larger things become: 2 shows half of the time, 0.5 twice of it
 * @about_ns: the time that keeps its place on the screen
 */
void
tv_session_zoom (TvSession *self, double factor, gint64 about_ns)
{
  TvZoomLimits limits;
  gint64 start_ns, end_ns;

  g_return_if_fail (TV_IS_SESSION (self));
  g_return_if_fail (factor > 0.0);

  limits = tv_session_get_zoom_limits (self);
  start_ns = self->visible_start_ns;
  end_ns = self->visible_end_ns;
  tv_zoom_range (&limits, &start_ns, &end_ns, factor, about_ns);
  tv_session_set_visible (self, start_ns, end_ns);
}

void
tv_session_pan (TvSession *self, gint64 by_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  tv_session_set_visible (self, self->visible_start_ns + by_ns, self->visible_end_ns + by_ns);
}

void
tv_session_fit (TvSession *self)
{
  g_return_if_fail (TV_IS_SESSION (self));
  tv_session_set_visible (self, self->whole_start_ns, self->whole_end_ns);
}

/* ---- The cursor ---- */

gint64
tv_session_get_cursor_time (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), G_MININT64);
  return self->cursor_ns;
}

/* Marks a point in time, such as that of an event; %G_MININT64 = none. */
void
tv_session_set_cursor_time (TvSession *self, gint64 cursor_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (cursor_ns != G_MININT64)
    cursor_ns = CLAMP (cursor_ns, tv_trace_get_start_ns (self->trace),
                       tv_trace_get_end_ns (self->trace));
  if (self->cursor_ns == cursor_ns)
    return;
  self->cursor_ns = cursor_ns;
  tv_session_notify (self, TV_SESSION_PROP_CURSOR_TIME);
}
