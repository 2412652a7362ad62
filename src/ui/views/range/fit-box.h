/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Puts as many of its children, eight at most, side by side as there is room for if each is narrow;
 * of the others it shows none. Room that is left goes first to those whose natural width is more.
 *
 * Signal:
 *   arranged   other children are shown than before; after the layout
 */

#define TV_TYPE_FIT_BOX (tv_fit_box_get_type ())
G_DECLARE_FINAL_TYPE (TvFitBox, tv_fit_box, TV, FIT_BOX, GtkWidget)

void     tv_fit_box_append       (TvFitBox *self,
                                  GtkWidget *child);
void     tv_fit_box_set_selected (TvFitBox *self,
                                  guint      index);
gboolean tv_fit_box_shows        (TvFitBox *self,
                                  guint      index);
gboolean tv_fit_box_shows_all    (TvFitBox *self);

G_END_DECLS
