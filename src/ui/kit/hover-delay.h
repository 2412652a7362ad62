/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvHoverDelay:
 * @show: function that shows the card
 * @owner: parameter of @show; it stops the delay before it is freed
 * @id: timeout that shows the card, or 0
 * @gone_us: monotonic time at which the last card disappeared
 *
 * Delay until a card appears below a resting pointer. If another card was visible shortly before, the new card appears
 * immediately. Initially zeroed.
 */
typedef struct
{
  void (*show) (gpointer owner);
  gpointer owner;
  guint id;
  gint64 gone_us;
} TvHoverDelay;

void tv_hover_delay_start (TvHoverDelay *self,
                           void        (*show) (gpointer owner),
                           gpointer      owner);
void tv_hover_delay_stop  (TvHoverDelay *self,
                           gboolean      was_shown);

G_END_DECLS
