/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/filtered-list.h"
#include "ui/kit/object-actions.h"
#include "ui/views/timed-filters.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* Rows of a trace in the order of time, such as events and log lines, and what filters them. The list
 * follows the session: to its cursor, its selected slice, what the timeline shows; and a click on a row
 * moves the cursor there.
 *
 *   filters ─▶ rows that are left (worker) ─▶ table of these rows ─▶ view
 *   session: cursor, slice, visible time ─▶ place in the list
 *                ▲ a row is selected ─────────────┘
 *
 * Of what rows it is says the #TvTimedKind in its #TvViewInfo.
 *
 * Properties (readable, with notify):
 *   n-shown  uint   how many rows are left
 *
 * Actions:
 *   rows.copy-lines                the text of the selected rows, to the clipboard
 *   rows.export                    what is shown, to a CSV file
 *   rows.only rows.hide (uint)     lists only rows that have in one of the choices what the selected row has, or
 *                                  all others
 *   rows.hide-text rows.only-text  the same of rows with its text, or with what is typed in the box
 */

/**
 * TvTimedKind:
 * @id: a word for it, which its actions begin with
 * @name: what the list is called, marked with N_()
 * @table: the table of all rows, in the order of time
 * @placeholder: what is typed in its box, marked with N_()
 * @rows: the same rows
 * @choices: by what they are filtered
 * @n_choices: of them
 * @are_lines: whether its rows are log lines, of which one may be selected with what stands for it
 * @takes_range: whether only rows in the session's selected range are shown
 * @actions: what it can be asked, of the list as a #TvTimedList
 * @n_actions: of them
 * @make_menu: what can be done with a row, of the list as a #TvTimedList
 * @add_columns: gives the view of the table its columns; called with the list
 * @dup_line: (transfer full): the text of a row of the trace, as it is copied
 * @dup_count: (transfer full): how many rows there are, in words, of how many: @some is %NULL for all
 *
 * What a list is of.
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
 * @rows_shown: (nullable): a filter left other rows, or all, which is %NULL
 * @row_chosen: (nullable): the user selected a row
 * @scrolled: (nullable): other rows are in sight, maybe
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
