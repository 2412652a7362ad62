/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Container that shows its chosen children side by side, in their order. It has at most eight children. If there is
 * not enough width for all chosen children, those that were chosen last are visible. The remaining width goes first
 * to children that have less than their natural width.
 *
 * Signals:
 *   arranged  the set of visible children has changed; emitted after the layout */

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
