/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/types.h"
#include "ui/kit/table/column-choice.h"
#include "ui/kit/table/table-columns.h"
#include "ui/kit/table/table-copy.h"
#include "ui/kit/table/table-model.h"

G_BEGIN_DECLS

/* A table that users sort by clicking its headers. A new table is sorted on a worker while the current one remains
 * visible.
 *
 * Properties (with notify):
 *
 *   is-sorting  boolean            whether a new table or order is pending
 *   preset      string, writable   id of the current preset, "own" for the user's own columns, or empty
 *
 * Signals:
 *
 *   shown                          a new table or order is visible
 *   scrolled                       the visible rows may have changed
 *   sort-changed                   the user clicked a header, and the owner must sort the rows
 *   row-selected (uint row)        the user chose a row of the table
 *   selection-changed              the selection was changed by the user or the program
 *   row-activated (uint row)       the user double-clicked a row, or pressed Enter
 *
 * Actions:
 *
 *   table.copy-row                 copies the text of the selected rows
 *   table.export                   exports the visible rows to a CSV file, with "export-table" of the window
 *   table.query                    shows the rows as SQL, with "show-as-query" of the window
 *   table.menu                     opens the menu of the chosen row
 *   table.columns                  opens the list of columns
 *   table.preset                   sets the property "preset"
 *   table.reset-columns            shows the default columns
 *   table.hide-column table.move-left table.move-right (string name) */

#define TV_TYPE_TABLE_VIEW (tv_table_view_get_type ())
G_DECLARE_FINAL_TYPE (TvTableView, tv_table_view, TV, TABLE_VIEW, GtkWidget)

/**
 * TvTableMenu:
 * @data: user data of tv_table_view_set_menu()
 * @row: (nullable): the chosen row
 *
 * Creates the menu items for a row, see kit/popup-menu.h. The items that all lists have are appended later.
 *
 * Returns: (transfer full): the menu items
 */
typedef GMenu *(*TvTableMenu) (gpointer data, TvTableRow *row);

GtkWidget    *tv_table_view_new           (void);
void          tv_table_view_set_columns   (TvTableView             *self,
                                           const TvTableInfo       *info,
                                           const TvTableColumn *columns,
                                           guint                    n_columns,
                                           gpointer                 data);
void          tv_table_view_set_presets   (TvTableView             *self,
                                           GPtrArray               *presets);
void          tv_table_view_set_preset    (TvTableView             *self,
                                           const char              *preset);
const char   *tv_table_view_get_preset    (TvTableView             *self);
char        **tv_table_view_dup_columns   (TvTableView             *self);
gboolean      tv_table_view_has_column    (TvTableView             *self,
                                           const char              *name);
void          tv_table_view_set_sort      (TvTableView             *self,
                                           const char              *column,
                                           gboolean                 is_descending);
void          tv_table_view_set_order     (TvTableView             *self,
                                           const char              *column);
void          tv_table_view_leave_order   (TvTableView             *self);
void          tv_table_view_show          (TvTableView             *self,
                                           TvTable                 *table,
                                           GBytes                  *order);
void          tv_table_view_splice        (TvTableView             *self,
                                           GBytes                  *order,
                                           guint                    position,
                                           guint                    n_removed,
                                           guint                    n_added);
void          tv_table_view_set_name      (TvTableView             *self,
                                           const char              *name);
void          tv_table_view_set_empty_text (TvTableView            *self,
                                           const char              *text);
void          tv_table_view_update_columns (TvTableView            *self);
void          tv_table_view_set_table     (TvTableView             *self,
                                           TvTable                 *table);
TvTableModel *tv_table_view_get_model     (TvTableView             *self);
TvTable      *tv_table_view_dup_shown     (TvTableView             *self,
                                           GBytes                 **order);
void          tv_table_view_set_filter    (TvTableView             *self,
                                           TvTable                 *table,
                                           GBytes                  *filter);
GBytes       *tv_table_view_get_order     (TvTableView             *self);
guint         tv_table_view_get_sort      (TvTableView             *self,
                                           gboolean                *is_descending);
void          tv_table_view_set_menu      (TvTableView             *self,
                                           TvTableMenu              make,
                                           gpointer                 data);
GtkWidget    *tv_table_view_get_list      (TvTableView             *self);
TvTableRow   *tv_table_view_get_selected_row (TvTableView          *self);
guint         tv_table_view_get_chosen    (TvTableView             *self);
void          tv_table_view_choose        (TvTableView             *self,
                                           guint                    position);
void          tv_table_view_choose_with   (TvTableView             *self,
                                           guint                    position,
                                           GdkModifierType          state);
guint         tv_table_view_pick          (TvTableView             *self,
                                           double                   x,
                                           double                   y);
gboolean      tv_table_view_focus         (TvTableView             *self,
                                           guint                    position);
void          tv_table_view_enter         (TvTableView             *self);
guint32       tv_table_view_get_selected  (TvTableView             *self);
GArray       *tv_table_view_dup_selected  (TvTableView             *self);
void          tv_table_view_copy_lines    (TvTableView             *self,
                                           TvTableDupLine           dup_line,
                                           gpointer                 data);
void          tv_table_view_select_row    (TvTableView             *self,
                                           guint32                  row);
void          tv_table_view_scroll_to     (TvTableView             *self,
                                           guint                    position);
void          tv_table_view_center        (TvTableView             *self,
                                           guint                    position);
void          tv_table_view_reveal        (TvTableView             *self,
                                           guint                    position);
gboolean      tv_table_view_get_shown     (TvTableView             *self,
                                           guint                   *first,
                                           guint                   *end);

G_END_DECLS
