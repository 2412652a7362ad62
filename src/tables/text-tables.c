/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the tables of files opened as plain text. Listed in trace_tables in tables.c. Pure: cells are
 * read from the trace. */

/* ---- text ---- */

enum
{
  TEXT_ID,
  TEXT_TITLE,
  TEXT_FIRST_LINE,
  TEXT_LINES,
  TEXT_BYTES,
  TEXT_SUMMARY,
  N_TEXT_COLUMNS,
};

static const TvColumn text_columns[N_TEXT_COLUMNS] = {
  [TEXT_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Text"),
    N_("ID of the document in this trace, from 0"),
  },
  [TEXT_TITLE] = {
    "title", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Title"),
    N_("Name of the document"),
  },
  [TEXT_FIRST_LINE] = {
    "first_line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("First Line"),
    N_("Index of the document’s first line among the lines of all documents, from 0"),
  },
  [TEXT_LINES] = {
    "lines", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Lines"),
    N_("Number of lines in the document"),
  },
  [TEXT_BYTES] = {
    "bytes", TV_COLUMN_INTEGER, TV_UNIT_BYTES, N_("Size"),
    N_("Size of the document in bytes"),
  },
  [TEXT_SUMMARY] = {
    "summary", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Summary"),
    N_("Summary of the document’s content, if known"),
  },
};

static guint32
text_get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_texts (trace, &n);
  return n;
}

static void
text_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvText *text = &tv_trace_get_texts (trace, NULL)[row];

  switch (column)
    {
    case TEXT_ID:
      tv_cell_set_id (cell, row);
      break;
    case TEXT_TITLE:
      tv_cell_set_trace_text (cell, trace, text->title);
      break;
    case TEXT_FIRST_LINE:
      tv_cell_set_integer (cell, text->first_line);
      break;
    case TEXT_LINES:
      tv_cell_set_integer (cell, text->n_lines);
      break;
    case TEXT_BYTES:
      tv_cell_set_integer (cell, (gint64) g_bytes_get_size (text->bytes));
      break;
    case TEXT_SUMMARY:
      tv_cell_set_trace_text (cell, trace, text->summary);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_text_table = {
  .info = { "text", N_("A text document, such as a section of a bug report"), text_columns,
            N_TEXT_COLUMNS, FALSE },
  .get_n_rows = text_get_n_rows,
  .get_cell = text_get_cell,
};

/* ---- text_line ---- */

enum
{
  LINE_ID,
  LINE_TEXT,
  LINE_NUMBER,
  LINE_CONTENT,
  N_LINE_COLUMNS,
};

static const TvColumn line_columns[N_LINE_COLUMNS] = {
  [LINE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Row"),
    N_("Index of the line among the lines of all documents, from 0"),
  },
  [LINE_TEXT] = {
    "text_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Text"),
    N_("ID of the document that contains the line"),
  },
  [LINE_NUMBER] = {
    "number", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Number"),
    N_("Line number in the document, from 1"),
  },
  [LINE_CONTENT] = {
    "line", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Line"),
    N_("Text of the line"),
  },
};

static void
line_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  guint32 text = tv_trace_find_text (trace, row);

  switch (column)
    {
    case LINE_ID:
      tv_cell_set_integer (cell, row);
      break;
    case LINE_TEXT:
      tv_cell_set_id (cell, text);
      break;
    case LINE_NUMBER:
      tv_cell_set_integer (cell,
                           (gint64) row + 1 - tv_trace_get_texts (trace, NULL)[text].first_line);
      break;
    case LINE_CONTENT:
      tv_cell_take_text (cell, tv_trace_dup_text_line (trace, row));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_text_line_table = {
  .info = { "text_line", N_("A line of a text document"), line_columns, N_LINE_COLUMNS, FALSE },
  .get_n_rows = tv_trace_get_n_text_lines,
  .get_cell = line_get_cell,
  .is_in_order = TRUE,
};
