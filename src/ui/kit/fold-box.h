/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A row of widgets. If not all widgets fit, the last ones are replaced by an overflow widget.
 *
 * Properties (with notify):
 *
 *   n-shown   uint   number of visible children; notifies after the layout */

#define TV_TYPE_FOLD_BOX (tv_fold_box_get_type ())
G_DECLARE_FINAL_TYPE (TvFoldBox, tv_fold_box, TV, FOLD_BOX, GtkWidget)

GtkWidget *tv_fold_box_new             (GtkWidget *rest,
                                        int        spacing);
void       tv_fold_box_append          (TvFoldBox *self,
                                        GtkWidget *child);
void       tv_fold_box_clear           (TvFoldBox *self);
void       tv_fold_box_set_min_width (TvFoldBox *self,
                                        int        min_width);
guint      tv_fold_box_get_n_shown     (TvFoldBox *self);

G_END_DECLS
