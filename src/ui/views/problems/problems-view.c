/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/problems/problems-view.h"

#include <glib/gi18n.h>

#include "paint/kit/time-format.h"
#include "tables/tables.h"

/* Most problems are told in so much room. */
#define TEXT_WIDTH_PX     520
#define SEVERITY_WIDTH_PX 80

/* Most files tell time to the microsecond. */
#define TICK_NS 1000

static char *
dup_severity (TvTable *table, guint32 row, guint column, gpointer session)
{
  static const char *const words[TV_N_SEVERITIES] = { N_("Note"), N_("Warning"), N_("Error") };
  const TvProblem *problem = &tv_trace_get_problems (tv_session_get_trace (session), NULL)[row];

  return g_strdup (_ (words[tv_problem_kind_severity (problem->kind)]));
}

/* When the first was, as the ruler counts. */
static char *
dup_time (TvTable *table, guint32 row, guint column, gpointer session)
{
  TvTrace *trace = tv_session_get_trace (session);
  const TvProblem *problem = &tv_trace_get_problems (trace, NULL)[row];
  gint64 start_ns = tv_trace_get_start_ns (trace);
  TvTimeUnit unit = tv_time_unit_for (tv_trace_get_end_ns (trace) - start_ns);

  return problem->ts == G_MININT64 ? NULL
                                   : tv_time_format_in (problem->ts - start_ns, unit,
                                                        tv_time_unit_get_digits (unit, TICK_NS));
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

/**
 * tv_problems_view_show:
 * @view: a view without a table
 * @session: (transfer none): an open trace
 *
 * Lists the problems of the trace, gravest first. What is selected is brought into sight.
 */
void
tv_problems_view_show (TvTableView *view, TvSession *session)
{
  static const TvTableColumn columns[] = {
    { .name = "severity", .dup_text = dup_severity, .width = SEVERITY_WIDTH_PX },
    { .name = "text", .dup_text = dup_text, .width = TEXT_WIDTH_PX },
    { .name = "count" },
    { .name = "ts", .title = N_("First at"), .dup_text = dup_time, .widest = "999.999999 s" },
    { .name = "offset", .widest = "999,999,999" },
    { .name = "detail" },
  };
  g_autoptr (TvTable)
      table = tv_tables_open ("problem", tv_session_get_trace (session), NULL, NULL, NULL);

  tv_table_view_set_columns (view, tv_table_get_info (table), columns, G_N_ELEMENTS (columns),
                             session);
  tv_table_view_set_order (view, NULL);
  tv_table_view_set_table (view, table);
  tv_table_view_set_name (view, _("Problems"));
  g_signal_connect_object (view, "row-selected", G_CALLBACK (show_place), session, 0);
  g_signal_connect_object (view, "row-activated", G_CALLBACK (show_place), session, 0);
}
