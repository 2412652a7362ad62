/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Which rows of a list are selected: one that is chosen, which what is around the list follows, and, where that is
 * allowed, others beside it. GtkMultiSelection of GTK 4.8 makes all items of a model to select them all, and
 * knows no row that is the one. Here a range costs the same however long it is.
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
void            tv_row_selection_set_multiple (TvRowSelection *self,
                                               gboolean        is_multiple);
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
