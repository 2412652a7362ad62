/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* View of one table. A worker finds the rows for the session's selection and filters them by the text of the search
 * entry.
 *
 *   session ── selection, call source ──▶ prepare ──▶ find ──▶ filter ──▶ table
 *      ▲                               (main loop)  └─── worker ───┘       │
 *      │                                                         ▲ text    │
 *      └── selected symbol, slice, … ◀─────────────────────────────────────┘
 *
 * If the table depends on the selection, the worker only runs while the view is visible. If only the text has
 * changed, the worker filters the existing table again. The previous rows stay visible until the new rows are
 * sorted. */

typedef struct _TvResultKind TvResultKind;

/**
 * TvResult:
 * @kind: kind of the view
 * @trace: trace of the session
 * @selection: selection of the session
 * @source: kind of samples, or %TV_CALLS_OF_SLICES
 * @table: (nullable): found table; %NULL before the search
 *
 * Request to the worker and its result. Views with more parameters or results embed this struct as the first field of
 * a larger one. Immutable after the search.
 */
typedef struct
{
  const TvResultKind *kind;
  TvTrace *trace;
  TvSelection *selection;
  guint32 source;
  TvTable *table;
} TvResult;

#define TV_TYPE_RESULT_VIEW (tv_result_view_get_type ())
G_DECLARE_DERIVABLE_TYPE (TvResultView, tv_result_view, TV, RESULT_VIEW, TvView)

/**
 * TvResultKind:
 * @name: (nullable): accessible name of the table, marked with N_()
 * @placeholder: (nullable): placeholder of the search entry, marked with N_(); %NULL for no search entry
 * @source_label: (nullable): label of calls in the choice of the call source, marked with N_(); %NULL for no such
 *   choice
 * @follows_runs: whether the table also depends on the runs with which the session is compared
 * @result_size: size of the struct that begins with a #TvResult; 0 for #TvResult itself
 * @clear_result: (nullable): frees the fields that follow the #TvResult in this struct
 * @prepare: (nullable): sets the fields that follow the #TvResult, on the main thread
 * @find: (nullable): (transfer full): finds the table, in a worker; %NULL for views that call tv_result_view_show()
 * @is_listed: (nullable): returns whether a row is listed if there is no filter text; %NULL to list all rows
 * @has_text: (nullable): returns whether a row matches the filter text; %NULL to test the column "name"
 * @dup_count: (transfer full): returns a phrase with the number of rows; @some is %NULL if all @n rows are visible
 * @show_columns: (nullable): sets the columns; also called after the call source has changed, because the new table
 *   may have other columns
 * @follow_signal: (nullable): signal of the session after which @follow is called
 * @follow: (nullable): calls tv_result_view_follow() with the row that is selected in the session; also called after
 *   the visible rows have changed
 * @select_row: (nullable): called when the user selects a row
 * @open_row: (nullable): called when the user double-clicks a row
 * @make_menu: (nullable): creates the context menu of a row; its data is the view
 * @actions: (nullable): actions of the view
 * @n_actions: number of actions
 *
 * Description of a subclass of #TvResultView.
 */
struct _TvResultKind
{
  const char *name;
  const char *placeholder;
  const char *source_label;
  gboolean follows_runs;
  gsize result_size;
  void (*clear_result) (TvResult *result);
  void (*prepare) (TvResultView *self, TvResult *result);
  TvTable *(*find) (TvResult *result, GCancellable *cancellable, GError **error);
  gboolean (*is_listed) (const TvResult *result, guint32 row);
  gboolean (*has_text) (const TvResult *result,
                        guint32 row,
                        const TvTextMatch *match,
                        const char *text);
  char *(*dup_count) (TvResultView *self, guint32 n, const char *some, const char *all);
  void (*show_columns) (TvResultView *self);
  const char *follow_signal;
  void (*follow) (TvResultView *self);
  void (*select_row) (TvResultView *self, guint row);
  void (*open_row) (TvResultView *self, guint row);
  TvTableMenu make_menu;
  const TvObjectAction *actions;
  guint n_actions;
};

struct _TvResultViewClass
{
  TvViewClass parent_class;

  const TvResultKind *kind;
};

TvTableView    *tv_result_view_get_table  (TvResultView *self);
GtkBox         *tv_result_view_get_modes  (TvResultView *self);
const TvResult *tv_result_view_get_result (TvResultView *self);
TvSearchEntry  *tv_result_view_get_entry  (TvResultView *self);
void            tv_result_view_add_entry  (TvResultView *self,
                                           const char   *placeholder);
void            tv_result_view_show       (TvResultView *self,
                                           TvTable      *table);
void            tv_result_view_reset      (TvResultView *self);
void            tv_result_view_show_columns (TvResultView *self);
void            tv_result_view_follow     (TvResultView *self,
                                           guint32       row);
GVariant       *tv_result_view_get_n_shown (gpointer     self);

G_END_DECLS
