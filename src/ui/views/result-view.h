/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* View of one table. A worker finds the rows for the session's selection, and a filter box filters them.
 *
 *   session ── selection, call source ──▶ prepare ──▶ find ──▶ filter ──▶ table
 *      ▲                               (main loop)  └─── worker ───┘       │
 *      │                                                         ▲ box     │
 *      └── selected symbol, slice, … ◀─────────────────────────────────────┘
 *
 * The worker runs only while the view is mapped. A new filter text filters the known table again. The old rows stay
 * until the new rows are sorted. */

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
 * @placeholder: (nullable): placeholder of the filter box, marked with N_(); %NULL for no filter box
 * @source_label: (nullable): label of calls in the choice of the call source, marked with N_(); %NULL for no such
 *   choice
 * @follows_runs: whether the result also depends on the runs that the session is compared with
 * @result_size: size of the struct that begins with a #TvResult; 0 for #TvResult itself
 * @clear_result: (nullable): frees the fields of that struct after #TvResult
 * @prepare: (nullable): sets the fields of that struct after #TvResult, in the main loop
 * @find: (nullable): (transfer full): finds the table, in the worker; %NULL for views that call
 *   tv_result_view_show()
 * @is_listed: (nullable): whether a row is listed if there is no filter text; %NULL lists all rows
 * @has_text: (nullable): whether a row matches the filter text; %NULL tests the column "name"
 * @dup_count: (transfer full): returns the number of rows as text; @some is %NULL if all @n rows are visible
 * @show_columns: (nullable): sets the columns; called again when the call source changes, because the new table may
 *   have other columns
 * @follow_signal: (nullable): signal of the session after which @follow is called
 * @follow: (nullable): selects the row of the session's selection with tv_result_view_follow(); also called when
 *   the visible rows change
 * @select_row: (nullable): called when the user selects a row
 * @open_row: (nullable): called when the user double-clicks a row
 * @make_menu: (nullable): context menu of a row; its data is the view
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
