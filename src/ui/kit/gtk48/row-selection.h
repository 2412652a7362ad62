/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The selected rows of a list. One of them is the chosen row, which the rest of the window follows.
 * GtkMultiSelection of GTK 4.8 creates all items of a model to select all rows, and has no chosen row. Here a
 * range of any length costs the same.
 *
 * Ctrl adds or removes a row, Shift a range, Ctrl+A selects all; none of these changes which row is chosen as long
 * as that stays selected.
 *
 * Property (with notify):
 *   chosen         uint   position, or GTK_INVALID_LIST_POSITION
 *
 * Signal:
 *   reach-all             all rows are about to be selected: the model is to have them all
 */

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
