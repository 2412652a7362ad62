/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The selected rows of a list. One of them is the chosen row, which determines the content of other views.
 * GtkMultiSelection of GTK 4.8 has no chosen row, and creates all items of a model when all rows are selected. Here,
 * no items are created for selected rows.
 *
 * Ctrl adds or removes a row, Shift selects a range, and Ctrl+A selects all rows. The chosen row remains the same as
 * long as it is selected.
 *
 * Property (with notify):
 *
 *   chosen         uint   position of the chosen row, or GTK_INVALID_LIST_POSITION
 *
 * Signal:
 *
 *   reach-all             all rows are about to be selected, so the model must add all of them */

#define TV_TYPE_ROW_SELECTION (tv_row_selection_get_type ())
G_DECLARE_FINAL_TYPE (TvRowSelection, tv_row_selection, TV, ROW_SELECTION, GObject)

TvRowSelection *tv_row_selection_new          (GListModel     *model);
GListModel     *tv_row_selection_get_model    (TvRowSelection *self);
guint           tv_row_selection_get_chosen   (TvRowSelection *self);
gpointer        tv_row_selection_get_item     (TvRowSelection *self);
guint           tv_row_selection_count        (TvRowSelection *self);
void            tv_row_selection_choose       (TvRowSelection *self,
                                               guint           position);
void            tv_row_selection_choose_among (TvRowSelection *self,
                                               guint           position);
void            tv_row_selection_set          (TvRowSelection *self,
                                               GtkBitset      *selected,
                                               guint           chosen);

G_END_DECLS
