/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/kit/hover-delay.h"

/* Used by charts that draw a card for the item below the pointer. */

#define DELAY_MS 150
#define PAUSE_US                                                                                   \
  (300 *                                                                                           \
   1000) /* the next card appears without a delay if the last one disappeared less than this time
                               * ago */

static gboolean
on_pointer_rests (gpointer data)
{
  TvHoverDelay *self = data;

  self->id = 0;
  self->show (self->owner);
  return G_SOURCE_REMOVE;
}

/* Shows a card after the delay, or immediately if another card was visible less than PAUSE_US ago. */
void
tv_hover_delay_start (TvHoverDelay *self, void (*show) (gpointer owner), gpointer owner)
{
  tv_hover_delay_stop (self, FALSE);
  self->show = show;
  self->owner = owner;
  if (g_get_monotonic_time () - self->gone_us < PAUSE_US)
    show (owner);
  else
    self->id = g_timeout_add (DELAY_MS, on_pointer_rests, self);
}

/* Cancels the delay. @was_shown: whether a card was visible until now */
void
tv_hover_delay_stop (TvHoverDelay *self, gboolean was_shown)
{
  g_clear_handle_id (&self->id, g_source_remove);
  if (was_shown)
    self->gone_us = g_get_monotonic_time ();
}
