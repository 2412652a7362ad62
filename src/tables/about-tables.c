/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements two tables: a file's metadata, and the problems found while reading the file. Both are listed in
 * trace_tables in tables.c. Pure: cells are read from the trace. */

/* ---- metadata ---- */

enum
{
  METADATA_NAME,
  METADATA_STR_VALUE,
  METADATA_INT_VALUE,
  N_METADATA_COLUMNS,
};

static const TvColumn metadata_columns[N_METADATA_COLUMNS] = {
  [METADATA_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Key of the metadata entry"),
  },
  [METADATA_STR_VALUE] = {
    "str_value", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Value"),
    N_("Value as text"),
  },
  [METADATA_INT_VALUE] = {
    "int_value", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Number"),
    N_("Value as an integer; empty if the text is not a decimal number"),
  },
};

static guint32
metadata_get_n_rows (TvTrace *trace)
{
  guint n;

  tv_trace_get_metadata (trace, &n);
  return n;
}

static void
metadata_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvMetadata *fact = &tv_trace_get_metadata (trace, NULL)[row];

  if (column == METADATA_INT_VALUE)
    tv_cell_set_number_of (cell, fact->value);
  else
    tv_cell_set_text (cell, column == METADATA_NAME ? fact->key : fact->value);
}

const TvTraceTableKind tv_metadata_table = {
  .info = { "metadata", N_("An entry of the file’s metadata"), metadata_columns, N_METADATA_COLUMNS,
            FALSE },
  .get_n_rows = metadata_get_n_rows,
  .get_cell = metadata_get_cell,
};

/* ---- problem ---- */

enum
{
  PROBLEM_ID,
  PROBLEM_KIND,
  PROBLEM_SEVERITY,
  PROBLEM_COUNT,
  PROBLEM_OFFSET,
  PROBLEM_TS,
  PROBLEM_UTID,
  PROBLEM_TEXT,
  PROBLEM_DETAIL,
  N_PROBLEM_COLUMNS,
};

static const TvColumn problem_columns[N_PROBLEM_COLUMNS] = {
  [PROBLEM_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [PROBLEM_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Identifier of the kind of problem"),
  },
  [PROBLEM_SEVERITY] = {
    "severity", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Severity"),
    N_("note: normal in intact files; warning: numbers may be inaccurate; error: part of the file "
       "could not be read"),
  },
  [PROBLEM_COUNT] = {
    "count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Count"),
    N_("Number of occurrences in this file"),
  },
  [PROBLEM_OFFSET] = {
    "offset", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("First at byte"),
    N_("Byte offset of the first occurrence in the file"),
  },
  [PROBLEM_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("First at"),
    N_("Time of the first occurrence; empty if the occurrence has no time"),
  },
  [PROBLEM_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread of the first occurrence"),
  },
  [PROBLEM_TEXT] = {
    "text", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Problem"),
    N_("Description of the problem and its consequence"),
  },
  [PROBLEM_DETAIL] = {
    "detail", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Detail"),
    N_("Details of the first occurrence"),
  },
};

static guint32
problem_get_n_rows (TvTrace *trace)
{
  guint n;

  tv_trace_get_problems (trace, &n);
  return n;
}

static void
problem_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvProblem *problem = &tv_trace_get_problems (trace, NULL)[row];

  switch (column)
    {
    case PROBLEM_ID:
      tv_cell_set_id (cell, row);
      break;
    case PROBLEM_KIND:
      tv_cell_set_text (cell, tv_problem_kind_name (problem->kind));
      break;
    case PROBLEM_SEVERITY:
      tv_cell_set_text (cell, tv_severity_name (tv_problem_kind_severity (problem->kind)));
      break;
    case PROBLEM_COUNT:
      tv_cell_set_integer (cell, (gint64) MIN (problem->count, (guint64) G_MAXINT64));
      break;
    case PROBLEM_OFFSET:
      if (problem->file_offset >= 0)
        tv_cell_set_integer (cell, problem->file_offset);
      break;
    case PROBLEM_TS:
      if (problem->ts != G_MININT64)
        tv_cell_set_integer (cell, problem->ts);
      break;
    case PROBLEM_UTID:
      tv_cell_set_id (cell, problem->utid);
      break;
    case PROBLEM_TEXT:
      tv_cell_set_text (cell, tv_problem_kind_text (problem->kind));
      break;
    case PROBLEM_DETAIL:
      tv_cell_set_text (cell, problem->detail);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Sorts problems by severity, starting with errors. */
static gboolean
problem_get_sort_key (TvTrace *trace, guint32 row, guint column, guint64 *sort_key)
{
  const TvProblem *problem = &tv_trace_get_problems (trace, NULL)[row];

  if (column != PROBLEM_SEVERITY)
    return FALSE;
  *sort_key = TV_SEVERITY_ERROR - tv_problem_kind_severity (problem->kind);
  return TRUE;
}

const TvTraceTableKind tv_problem_table = {
  .info = { "problem", N_("A problem in the file, with its consequence"), problem_columns,
            N_PROBLEM_COLUMNS, FALSE },
  .get_n_rows = problem_get_n_rows,
  .is_in_order = TRUE,
  .get_cell = problem_get_cell,
  .get_sort_key = problem_get_sort_key,
};
