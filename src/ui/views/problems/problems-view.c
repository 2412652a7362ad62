/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Problems in the file, most severe first. Listed in TV_VIEWS (view.h); displayed by TvListView (list-view.h). A
 * click on a problem with a timestamp moves the cursor of the session and scrolls the timeline. */

#include "ui/views/list-view.h"

#include <glib/gi18n.h>

#include "ui/views/time-cell.h"

/* Width that fits most messages */
#define TEXT_WIDTH_PX     520
#define SEVERITY_WIDTH_PX 80

static char *
dup_severity (TvTable *table, guint32 row, guint column, gpointer session)
{
  static const char *const labels[TV_N_SEVERITIES] = { N_("Note"), N_("Warning"), N_("Error") };
  const TvProblem *problem = &tv_trace_get_problems (tv_session_get_trace (session), NULL)[row];

  return g_strdup (_ (labels[tv_problem_kind_severity (problem->kind)]));
}

/* Moves the cursor to the first occurrence of the problem, and scrolls the timeline to that time and to the thread of
 * the problem. Does nothing if the problem has no timestamp. */
static void
show_row (TvSession *session, TvTable *table, guint row)
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

static const TvTableColumn columns[] = {
  { .name = "severity", .dup_text = dup_severity, .width = SEVERITY_WIDTH_PX },
  { .name = "text", .dup_text = dup_text, .width = TEXT_WIDTH_PX },
  { .name = "count" },
  { .name = "ts",
    .title = N_("First at"),
    .dup_text = tv_time_cell_dup_text,
    .widest = "999.999999 s" },
  { .name = "offset", .widest = "999,999,999" },
  { .name = "detail" },
};

/* A click moves the cursor to a problem; a double click also shows the Events view, which follows the cursor. */
static const TvListKind kind = {
  .table = "problem",
  .columns = columns,
  .n_columns = G_N_ELEMENTS (columns),
  .show_row = show_row,
  .opens = "events",
};

/* Returns the number of distinct problems in the file. */
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

/* Returns whether the only problem is that the trace is empty, which the page of an empty trace already states. */
static gboolean
is_only_empty (TvTrace *trace)
{
  guint n;
  const TvProblem *problems = tv_trace_get_problems (trace, &n);

  return n == 1 && problems[0].kind == TV_PROBLEM_NO_RECORDS && !tv_trace_has_tracks (trace);
}

static TvViewFit
get_fit (TvTrace *trace)
{
  return count (trace) > 0 && !is_only_empty (trace) ? TV_VIEW_FITS : TV_VIEW_EMPTY;
}

const TvViewInfo tv_view_problems = {
  .id = "problems",
  .title = N_("Problems"),
  .tooltip = N_("Problems in the file"),
  .group = TV_VIEW_CONTENT,
  .get_type = tv_list_view_get_type,
  .kind = &kind,
  .get_fit = get_fit,
  .count = count,
  .has_news = has_news,
};
