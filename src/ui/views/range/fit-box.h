/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows those of its children, eight at most, that are chosen, side by side in their order. If there is not enough
 * width for all of them, the ones chosen last are shown. Surplus width goes first to children with a larger natural
 * width.
 *
 * Signal:
 *   arranged   other children are shown than before; after the layout
 */

#define TV_TYPE_FIT_BOX (tv_fit_box_get_type ())
G_DECLARE_FINAL_TYPE (TvFitBox, tv_fit_box, TV, FIT_BOX, GtkWidget)

void     tv_fit_box_append       (TvFitBox *self,
                                  GtkWidget *child);
void     tv_fit_box_choose       (TvFitBox *self,
                                  guint      index);
void     tv_fit_box_drop         (TvFitBox *self,
                                  guint      index);
gboolean tv_fit_box_is_chosen    (TvFitBox *self,
                                  guint      index);
gboolean tv_fit_box_shows        (TvFitBox *self,
                                  guint      index);

G_END_DECLS
