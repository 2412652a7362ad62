/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "ui/kit/object-actions.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* A view of one table that a worker finds for the session's selection, and that a box filters.
 *
 *   session ── selection, call source ──▶ prepare ──▶ find ──▶ filter ──▶ table
 *      ▲                                 (main loop) └─── worker ───┘       │
 *      │                                                      ▲ box         │
 *      └── selected symbol, slice, … ◀──────────────────────────────────────┘
 *
 * Only a view that is mapped finds anything. A new text filters the known table again. The old rows stay until the
 * new ones are sorted. */

typedef struct _TvResultKind TvResultKind;

/**
 * TvResult:
 * @kind: of the view
 * @trace: of the session
 * @selection: of the session
 * @source: kind of samples, or %TV_CALLS_OF_SLICES
 * @table: (nullable): the answer; %NULL until it is found
 *
 * A question to the worker and its answer. A view with more to ask or to keep embeds it as the first field of a
 * larger struct. It is immutable once it is found.
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
 * @placeholder: (nullable): of the filter box, marked with N_(); %NULL without a box
 * @source_label: (nullable): label of the session's calls in the choice of samples, marked with N_(); %NULL without
 *   that choice
 * @follows_runs: whether the answer also depends on the runs that the session is compared with
 * @result_size: size of the struct that begins with a #TvResult; 0 for #TvResult itself
 * @clear_result: (nullable): frees the further fields of that struct
 * @prepare: (nullable): sets its further fields, in the main loop
 * @find: (nullable): (transfer full): the table, in the worker; %NULL for views that call tv_result_view_show()
 * @is_listed: (nullable): whether a row is listed without a text; %NULL lists all rows
 * @has_text: (nullable): whether a row matches the text of the box; %NULL tests the column "name"
 * @dup_count: (transfer full): the number of rows in words; @some is %NULL if all @n rows are shown
 * @show_columns: (nullable): sets the columns; called again for another call source, whose table may have others
 * @follow_signal: (nullable): signal of the session after which @follow is called
 * @follow: (nullable): selects the row of the session's selection with tv_result_view_follow(); also called when
 *   other rows are shown
 * @select_row: (nullable): called when the user selects a row
 * @open_row: (nullable): called when the user double-clicks a row
 * @make_menu: (nullable): the menu of a row; its data is the view
 * @actions: (nullable): actions of the view
 * @n_actions: number of these
 *
 * The differences between such views.
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
void            tv_result_view_find_again (TvResultView *self);
void            tv_result_view_reset      (TvResultView *self);
void            tv_result_view_show_columns (TvResultView *self);
void            tv_result_view_follow     (TvResultView *self,
                                           guint32       row);
GVariant       *tv_result_view_get_n_shown (gpointer     self);

G_END_DECLS
