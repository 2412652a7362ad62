/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/trace-renamer.h"
#include "tables/trace-table.h"

/* Implements the table of symbols: names of methods, functions and slices. Listed in trace_tables in tables.c. Pure:
 * cells are read from the trace. */

enum
{
  SYMBOL_ID,
  SYMBOL_NAME,
  SYMBOL_CLASS,
  SYMBOL_METHOD,
  SYMBOL_SIGNATURE,
  SYMBOL_SOURCE_FILE,
  SYMBOL_LINE,
  SYMBOL_RAW_NAME,
  N_SYMBOL_COLUMNS,
};

static const TvColumn symbol_columns[N_SYMBOL_COLUMNS] = {
  [SYMBOL_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Symbol"),
    N_("ID of the symbol in this trace"),
  },
  [SYMBOL_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Class and method"),
  },
  [SYMBOL_CLASS] = {
    "class", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Class"),
    N_("Class, including its package"),
  },
  [SYMBOL_METHOD] = {
    "method", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Method"),
    N_("Name of the method without its class, or another name, such as that of a slice"),
  },
  [SYMBOL_SIGNATURE] = {
    "signature", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Signature"),
    N_("Types of the arguments and of the result, as written in the file"),
  },
  [SYMBOL_SOURCE_FILE] = {
    "source_file", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("File"),
    N_("Source file of the method"),
  },
  [SYMBOL_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("Line of the source file at which the method begins"),
  },
  [SYMBOL_RAW_NAME] = {
    "raw_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name in file"),
    N_("Obfuscated or mangled name in the file, if it differs from the displayed name"),
  },
};

static guint32
symbol_get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_symbols (trace, &n);
  return n;
}

static void
symbol_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvSymbol *symbol = &tv_trace_get_symbols (trace, NULL)[row];

  switch (column)
    {
    case SYMBOL_ID:
      tv_cell_set_id (cell, row);
      break;
    case SYMBOL_NAME:
      tv_cell_take_text (cell, tv_trace_dup_symbol_name (trace, row));
      break;
    case SYMBOL_CLASS:
      tv_cell_set_trace_text (cell, trace, symbol->class_name);
      break;
    case SYMBOL_METHOD:
      tv_cell_set_trace_text (cell, trace, symbol->name);
      break;
    case SYMBOL_SIGNATURE:
      tv_cell_set_trace_text (cell, trace, symbol->signature);
      break;
    case SYMBOL_SOURCE_FILE:
      tv_cell_set_trace_text (cell, trace, symbol->source_file);
      break;
    case SYMBOL_LINE:
      if (symbol->line != 0)
        tv_cell_set_integer (cell, symbol->line);
      break;
    case SYMBOL_RAW_NAME:
      tv_cell_take_text (cell, tv_trace_dup_raw_name (trace, row));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_symbol_table = {
  .info = { "symbol", N_("The name of a method or of other slices"), symbol_columns,
            N_SYMBOL_COLUMNS, FALSE },
  .get_n_rows = symbol_get_n_rows,
  .get_cell = symbol_get_cell,
};
