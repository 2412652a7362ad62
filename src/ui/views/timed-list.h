/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/filtered-list.h"
#include "ui/kit/object-actions.h"
#include "ui/views/timed-filters.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* Rows of a trace by timestamp, such as events and log lines, with filters. The list follows the session: its cursor,
 * its
 * selected slice, its visible range. A click on a row moves the cursor there.
 *
 *   filters ─▶ rows that are left (worker) ─▶ table of these rows ─▶ view
 *   session: cursor, slice, visible time ─▶ place in the list
 *                ▲ a row is selected ─────────────┘
 *
 * The #TvTimedKind in its #TvViewInfo describes the rows.
 *
 * Properties (readable, with notify):
 *   n-shown  uint   number of rows that pass the filters
 *
 * Actions:
 *   rows.copy-lines                the text of the selected rows, to the clipboard
 *   rows.export                    the visible rows, to a CSV file
 *   rows.only rows.hide (uint)     lists only rows with the value of the selected row in one of the choices, or all
 *                                  others
 *   rows.hide-text rows.only-text  likewise for rows with its text, or with the text in the search entry
 */

/**
 * TvTimedKind:
 * @id: prefix of its actions
 * @name: name of the list, marked with N_()
 * @table: the table of all rows, by timestamp
 * @placeholder: placeholder of the search entry, marked with N_()
 * @rows: the same rows
 * @choices: columns with filters
 * @n_choices: their number
 * @are_lines: whether the rows are log lines, which are selected together with their slice
 * @takes_range: whether the selected range filters the rows
 * @actions: states of the list; the object is the #TvTimedList
 * @n_actions: their number
 * @make_menu: creates the menu of a row of a #TvTimedList
 * @add_columns: adds columns to the view of the table; called with the list
 * @dup_line: (transfer full): the text of a row for the clipboard
 * @dup_count: (transfer full): the number of visible rows and of all, as a text; @some is %NULL if all are visible
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
 * @rows_shown: (nullable): the matching rows changed; %NULL = all
 * @row_chosen: (nullable): the user selected a row
 * @scrolled: (nullable): the visible rows may have changed
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
