/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is odd in the file, gravest first. What is selected is brought into sight. */

#include "ui/views/view.h"

#include <glib/gi18n.h>

#include "tables/tables.h"
#include "ui/kit/table/table-text.h"
#include "ui/kit/table/table-view.h"

#define TV_TYPE_PROBLEMS_VIEW (tv_problems_view_get_type ())
G_DECLARE_FINAL_TYPE (TvProblemsView, tv_problems_view, TV, PROBLEMS_VIEW, TvView)

struct _TvProblemsView
{
  TvView parent_instance;

  TvTableView *table;
};

G_DEFINE_FINAL_TYPE (TvProblemsView, tv_problems_view, TV_TYPE_VIEW)

/* Most problems are told in so much room. */
#define TEXT_WIDTH_PX     520
#define SEVERITY_WIDTH_PX 80

static char *
dup_severity (TvTable *table, guint32 row, guint column, gpointer session)
{
  static const char *const words[TV_N_SEVERITIES] = { N_("Note"), N_("Warning"), N_("Error") };
  const TvProblem *problem = &tv_trace_get_problems (tv_session_get_trace (session), NULL)[row];

  return g_strdup (_ (words[tv_problem_kind_severity (problem->kind)]));
}

static char *
dup_time (TvTable *table, guint32 row, guint column, gpointer session)
{
  return tv_table_text_dup_moment (table, row, column, tv_session_get_trace (session));
}

/* Brings the first of the row's problem into sight: its time and thread in the timeline, and in the
 * list of events as soon as that is seen. */
static void
show_place (TvTableView *view, guint row, TvSession *session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvProblem *problem = &tv_trace_get_problems (trace, NULL)[row];
  const TvThread *thread = problem->utid != TV_NONE
                               ? &tv_trace_get_threads (trace, NULL)[problem->utid]
                               : NULL;

  if (problem->ts == G_MININT64)
    return;
  tv_session_set_cursor_time (session, problem->ts);
  tv_session_reveal_time (session, problem->ts);
  if (thread != NULL && (thread->track != TV_NONE || thread->state_track != TV_NONE))
    tv_session_reveal_track (session,
                             thread->track != TV_NONE ? thread->track : thread->state_track);
}

static char *
dup_text (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return g_strdup (_ (cell.text));
}

/* Beside it, a log's problem also leads to its line. */
static void
show_line (TvTableView *table, guint row, TvSession *session)
{
  show_place (table, row, session);
  gtk_widget_activate_action (GTK_WIDGET (table), "win.panel-page", "s", "events");
}

/* ---- View ---- */

static void
set_session (TvView *view, TvSession *session)
{
  static const TvTableColumn columns[] = {
    { .name = "severity", .dup_text = dup_severity, .width = SEVERITY_WIDTH_PX },
    { .name = "text", .dup_text = dup_text, .width = TEXT_WIDTH_PX },
    { .name = "count" },
    { .name = "ts", .title = N_("First at"), .dup_text = dup_time, .widest = "999.999999 s" },
    { .name = "offset", .widest = "999,999,999" },
    { .name = "detail" },
  };
  TvTableView *self = TV_PROBLEMS_VIEW (view)->table;
  g_autoptr (TvTable)
      table = tv_tables_open ("problem", tv_session_get_trace (session), NULL, NULL, NULL);

  tv_table_view_set_columns (self, tv_table_get_info (table), columns, G_N_ELEMENTS (columns),
                             session);
  tv_table_view_set_order (self, NULL);
  tv_table_view_set_table (self, table);
  tv_table_view_set_name (self, _("Problems"));
  g_signal_connect_object (self, "row-selected", G_CALLBACK (show_place), session, 0);
  g_signal_connect_object (self, "row-activated", G_CALLBACK (show_line), session, 0);
}

static TvTable *
dup_table (TvView *view, const char *name, GBytes **order)
{
  return name == NULL || g_str_equal (name, "problem")
             ? tv_table_view_dup_shown (TV_PROBLEMS_VIEW (view)->table, order)
             : NULL;
}

/* How many kinds of problems the file has. */
static guint
count (TvTrace *trace)
{
  guint n;

  tv_trace_get_problems (trace, &n);
  return n;
}

static gboolean
has_news (TvTrace *trace)
{
  return tv_trace_count_problems (trace, TV_SEVERITY_WARNING) +
             tv_trace_count_problems (trace, TV_SEVERITY_ERROR) >
         0;
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return count (trace) > 0 ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_problems = {
  .id = "problems",
  .title = N_("Problems"),
  .tooltip = N_("What is odd in the file"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_problems_view_get_type,
  .get_fit = get_fit,
  .count = count,
  .has_news = has_news,
};

/* ---- Object ---- */

static void
tv_problems_view_class_init (TvProblemsViewClass *klass)
{
  TvViewClass *view_class = TV_VIEW_CLASS (klass);

  view_class->set_session = set_session;
  view_class->dup_table = dup_table;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
tv_problems_view_init (TvProblemsView *self)
{
  self->table = TV_TABLE_VIEW (tv_table_view_new ());
  gtk_widget_set_margin_start (GTK_WIDGET (self->table), 6);
  gtk_widget_set_margin_end (GTK_WIDGET (self->table), 6);
  gtk_widget_set_parent (GTK_WIDGET (self->table), GTK_WIDGET (self));
}
