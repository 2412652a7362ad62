/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"

G_BEGIN_DECLS

/* Colour legend of a flame graph that compares two runs, from decreases to increases */

#define TV_TYPE_CHANGE_KEY (tv_change_key_get_type ())
G_DECLARE_FINAL_TYPE (TvChangeKey, tv_change_key, TV, CHANGE_KEY, TvCanvas)

GtkWidget *tv_change_key_new         (void);
void       tv_change_key_set_is_time (TvChangeKey *self,
                                      gboolean     is_time);

G_END_DECLS
