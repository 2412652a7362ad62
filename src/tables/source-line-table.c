/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/calls/source-lines.h"
#include "analysis/samples/sample-kinds.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of source lines with the inclusive and exclusive weights of samples. Listed in range_tables in
 * tables.c; also opened for the details of a function. Computed by analysis/calls/source-lines.c. */

enum
{
  LINE_SYMBOL_ID,
  LINE_NAME,
  LINE_SOURCE_FILE,
  LINE_NUMBER,
  LINE_INLINED,
  LINE_EVENT,
  LINE_INCL_WEIGHT,
  LINE_INCL_WEIGHT_PCT,
  LINE_EXCL_WEIGHT,
  LINE_EXCL_WEIGHT_PCT,
  LINE_UNIT,
  LINE_COUNT,
  N_LINE_COLUMNS,
};

static const TvColumn columns[N_LINE_COLUMNS] = {
  [LINE_SYMBOL_ID] = {
    "symbol_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),
    N_("ID of the function in the table “symbol”"),
  },
  [LINE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the function that contains the line"),
  },
  [LINE_SOURCE_FILE] = {
    "source_file", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("File"),
    N_("Source file"),
  },
  [LINE_NUMBER] = {
    "line_number", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("Line in the source file; empty if not known"),
  },
  [LINE_INLINED] = {
    "inlined", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Inlined"),
    N_("1 if the function was inlined at the line, else 0"),
  },
  [LINE_EVENT] = {
    "event", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Event"),
    N_("Event of the samples; only weights of the same event can be added up"),
  },
  [LINE_INCL_WEIGHT] = {
    "incl_weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Incl weight"),
    N_("Weight of the samples whose stack contains the line; each sample is counted once"),
  },
  [LINE_INCL_WEIGHT_PCT] = {
    "incl_weight_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Incl weight %"),
    N_("Inclusive weight as a percentage of the weight of all counted samples"),
  },
  [LINE_EXCL_WEIGHT] = {
    "excl_weight", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Excl weight"),
    N_("Weight of the samples whose innermost frame is at the line"),
  },
  [LINE_EXCL_WEIGHT_PCT] = {
    "excl_weight_pct", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Excl weight %"),
    N_("Exclusive weight as a percentage of the weight of all counted samples"),
  },
  [LINE_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the weights: count, ns or bytes"),
  },
  [LINE_COUNT] = {
    "excl_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples"),
    N_("Number of samples whose innermost frame is at the line"),
  },
};

/* Computes the rows for the default kind of samples. Returns an empty array if the trace has no samples. */
static GArray *
compute (TvTrace *trace, const TvSelection *selection, GCancellable *cancellable, GError **error)
{
  if (tv_trace_get_stacks (trace)->n_kinds == 0)
    return g_array_new (FALSE, FALSE, sizeof (TvSourceLine));
  return tv_source_lines_find (trace, tv_sample_kind_choose (trace), TV_NONE, selection,
                               cancellable, error);
}

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvSourceLine *line = row;
  const TvSampleKind *kind = &tv_trace_get_stacks (trace)->kinds[line->kind];

  switch (column)
    {
    case LINE_SYMBOL_ID:
      tv_cell_set_id (cell, line->symbol);
      break;
    case LINE_NAME:
      if (line->symbol != TV_NONE)
        tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, line->symbol));
      break;
    case LINE_SOURCE_FILE:
      tv_cell_set_trace_text (cell, trace, line->file);
      break;
    case LINE_NUMBER:
      if (line->line > 0)
        tv_cell_set_integer (cell, line->line);
      break;
    case LINE_INLINED:
      tv_cell_set_integer (cell, line->is_inlined ? 1 : 0);
      break;
    case LINE_EVENT:
      tv_cell_set_trace_text (cell, trace, kind->name);
      break;
    case LINE_INCL_WEIGHT:
      tv_cell_set_weight (cell, kind->unit, line->inclusive);
      break;
    case LINE_INCL_WEIGHT_PCT:
      tv_cell_set_real (cell, tv_source_line_get_percent (line, line->inclusive));
      break;
    case LINE_EXCL_WEIGHT:
      tv_cell_set_weight (cell, kind->unit, line->exclusive);
      break;
    case LINE_EXCL_WEIGHT_PCT:
      tv_cell_set_real (cell, tv_source_line_get_percent (line, line->exclusive));
      break;
    case LINE_UNIT:
      tv_cell_set_text (cell, tv_weight_unit_name (kind->unit));
      break;
    case LINE_COUNT:
      tv_cell_set_integer (cell, (gint64) line->n_samples);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_source_line_table = {
  .info = { "source_line",
            N_("A source line that occurs in the stacks of samples; with --samples, only samples "
               "of one event; with --symbol, only lines of one function"),
            columns, N_LINE_COLUMNS, TRUE },
  .compute = compute,
  .get_cell = get_cell,
  .ties = { { "incl_weight", TRUE }, { "excl_weight", TRUE } },
};
