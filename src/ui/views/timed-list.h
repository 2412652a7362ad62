/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/filtered-list.h"
#include "ui/kit/object-actions.h"
#include "ui/views/timed-filters.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* List of timestamped rows of a trace, such as events and log lines, with filters. The list follows the cursor, the
 * selected slice and the visible range of the session. A click on a row moves the cursor to the time of the row.
 *
 *   filters ─▶ matching rows (worker) ─▶ table of these rows ─▶ view
 *   session: cursor, slice, visible range ─▶ scroll position
 *      ▲ selected row ──────────────────────────┘
 *
 * The #TvTimedKind in the #TvViewInfo describes the rows.
 *
 * Properties (read-only, notified):
 *   n-shown  uint  number of rows that match the filters
 *
 * Actions:
 *   rows.copy-lines                 copies the text of the selected rows to the clipboard
 *   rows.export                     exports the visible rows to a CSV file
 *   rows.only, rows.hide (uint)     list only, or hide, rows with the selected row's value in the column of a choice
 *   rows.only-text, rows.hide-text  list only, or hide, rows that contain a text: that of the search entry or, if the
 *                                   entry is empty, of the selected row */

/**
 * TvTimedKind:
 * @id: prefix of the actions
 * @name: name of the list, marked with N_()
 * @table: name of the table with all rows, sorted by timestamp
 * @placeholder: placeholder of the search entry, marked with N_()
 * @rows: functions that read the rows of this table
 * @choices: columns by which the user can filter
 * @n_choices: number of choices
 * @are_lines: whether the rows are log lines, which are selected together with their slices
 * @takes_range: whether the selected range filters the rows
 * @actions: actions of the list; their object is the #TvTimedList
 * @n_actions: number of actions
 * @make_menu: creates the context menu of a row; its data is the #TvTimedList
 * @add_columns: adds the columns to the view of the table
 * @dup_line: (transfer full): returns the text of a row for the clipboard
 * @dup_count: (transfer full): returns a phrase with the number of rows; @some is %NULL if all @n rows are visible
 *
 * Description of the rows of a list.
 */
typedef struct
{
  const char *id;
  const char *name;
  const char *table;
  const char *placeholder;
  const TvTimedRows *rows;
  const TvTimedChoice *choices;
  guint n_choices;
  gboolean are_lines;
  gboolean takes_range;
  const TvObjectAction *actions;
  guint n_actions;
  TvTableMenu make_menu;
  void (*add_columns) (gpointer list, TvTableView *view, TvTable *table, TvSession *session);
  char *(*dup_line) (TvTrace *trace, guint32 row);
  char *(*dup_count) (guint32 n, const char *some, const char *all);
} TvTimedKind;

/**
 * TvTimedListClass:
 * @rows_shown: (nullable): called after the matching rows have changed; @rows is %NULL if all rows match
 * @row_chosen: (nullable): called when the user has selected a row
 * @scrolled: (nullable): called when the rows on screen may have changed
 *
 * Virtual functions of a list of timestamped rows.
 */

#define TV_TYPE_TIMED_LIST (tv_timed_list_get_type ())
G_DECLARE_DERIVABLE_TYPE (TvTimedList, tv_timed_list, TV, TIMED_LIST, TvView)

struct _TvTimedListClass
{
  TvViewClass parent_class;

  void (*rows_shown) (TvTimedList *self, GArray *rows);
  void (*row_chosen) (TvTimedList *self, guint32 row);
  void (*scrolled) (TvTimedList *self);
};

TvTableView *tv_timed_list_get_table   (TvTimedList *self);
gboolean     tv_timed_list_get_in_sight (TvTimedList *self,
                                         gint64      *start_ns,
                                         gint64      *end_ns);
void         tv_timed_list_go_to_row   (TvTimedList *self,
                                        guint32      row);
void         tv_timed_list_show_around (TvTimedList *self,
                                        guint32      row);
void         tv_timed_list_go_to_time  (TvTimedList *self,
                                        gint64       ns);
guint32      tv_timed_list_get_selected (TvTimedList *self);
void         tv_timed_list_add_filter  (gpointer     self,
                                        const char  *name,
                                        GVariant    *parameter);
void         tv_timed_list_remove_filter (gpointer   self,
                                        const char  *name,
                                        GVariant    *parameter);
GVariant    *tv_timed_list_get_n_shown (gpointer     self);

G_END_DECLS
