/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/query-cell.h"

#include "export/text-writer.h"

/* Formats a value of a query result as JSON, for `tracedump query` and the query tool of the MCP server. Pure: only
 * appends to the output buffer. */

/**
 * tv_query_cell_append_json:
 * @out: output buffer
 * @cell: a cell of a query result
 *
 * Appends a cell as a JSON value. Infinite numbers become null.
 */
void
tv_query_cell_append_json (GString *out, const TvQueryCell *cell)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (cell->type)
    {
    case TV_QUERY_INTEGER:
      tv_text_append_integer (out, cell->integer);
      break;
    case TV_QUERY_REAL:
      if (cell->real - cell->real == 0)
        g_string_append (out, g_ascii_formatd (number, sizeof number, "%.17g", cell->real));
      else
        g_string_append (out, "null");
      break;
    case TV_QUERY_TEXT:
      tv_text_append_json_bytes (out, cell->text, cell->size);
      break;
    case TV_QUERY_BLOB:
      g_string_append (out, "\"<raw bytes>\"");
      break;
    case TV_QUERY_NULL:
    default:
      g_string_append (out, "null");
    }
}
