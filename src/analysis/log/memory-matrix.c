/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/log/memory-matrix.h"

#include <string.h>

/* Arranges the numbers of `dumpsys meminfo`, which memory-report.c parses, in their original rows and columns. A row
 * of the old format (Android 2 and 3) spans several lines, one per column:
 *
 *                     native   dalvik    other    total
 *             size:    11812     9095      N/A    20907
 *        allocated:    11811     6115      N/A    17926
 *
 * Called only by the table of rows of memory reports (tables/service-tables.c). Pure: only reads the trace. */

/* Maximum number of lines of a row in the old format */
#define MAX_LINES 16

/* Column headers of all Android versions, in lower case */
static const struct
{
  const char *header;
  TvMemoryValue value;
  gboolean is_old; /* whether the header belongs to the old format */
} headers[] = {
  { "pss total", TV_MEMORY_PSS_TOTAL, FALSE },
  { "pss(kb)", TV_MEMORY_PSS_TOTAL, FALSE },
  { "pss", TV_MEMORY_PSS_TOTAL, FALSE },
  { "(pss)", TV_MEMORY_PSS_TOTAL, TRUE },
  { "pss clean", TV_MEMORY_PSS_CLEAN, FALSE },
  { "shared dirty", TV_MEMORY_SHARED_DIRTY, FALSE },
  { "(shared dirty)", TV_MEMORY_SHARED_DIRTY, TRUE },
  { "private dirty", TV_MEMORY_PRIVATE_DIRTY, FALSE },
  { "(priv dirty)", TV_MEMORY_PRIVATE_DIRTY, TRUE },
  { "shared clean", TV_MEMORY_SHARED_CLEAN, FALSE },
  { "private clean", TV_MEMORY_PRIVATE_CLEAN, FALSE },
  { "swap dirty", TV_MEMORY_SWAP_DIRTY, FALSE },
  { "swapped dirty", TV_MEMORY_SWAP_DIRTY, FALSE },
  { "swap (kb)", TV_MEMORY_SWAP_DIRTY, FALSE },
  { "swappss dirty", TV_MEMORY_SWAP_PSS, FALSE },
  { "swap pss", TV_MEMORY_SWAP_PSS, FALSE },
  { "swappss", TV_MEMORY_SWAP_PSS, FALSE },
  { "rss total", TV_MEMORY_RSS_TOTAL, FALSE },
  { "rss(kb)", TV_MEMORY_RSS_TOTAL, FALSE },
  { "rss", TV_MEMORY_RSS_TOTAL, FALSE },
  { "heap size", TV_MEMORY_HEAP_SIZE, FALSE },
  { "size", TV_MEMORY_HEAP_SIZE, TRUE },
  { "heap alloc", TV_MEMORY_HEAP_ALLOC, FALSE },
  { "allocated", TV_MEMORY_HEAP_ALLOC, TRUE },
  { "heap free", TV_MEMORY_HEAP_FREE, FALSE },
  { "free", TV_MEMORY_HEAP_FREE, TRUE },
};

/* Returns whether the column header of a number, which consists of one or two parts, equals @header. */
static gboolean
has_header (const TvMemoryReportRow *number, const char *header)
{
  gsize at = 0, length = strlen (header);

  for (guint i = 0; i < G_N_ELEMENTS (number->column); i++)
    {
      TvTextPart part = number->column[i];

      if (part.size == 0)
        continue;
      if (at > 0 && (at >= length || header[at++] != ' '))
        return FALSE;
      if (part.size > length - at || g_ascii_strncasecmp (part.text, header + at, part.size) != 0)
        return FALSE;
      at += part.size;
    }
  return at == length;
}

static TvMemoryValue
find_value (const TvMemoryReportRow *number)
{
  for (gsize i = 0; i < G_N_ELEMENTS (headers); i++)
    if (headers[i].is_old <= number->is_column && has_header (number, headers[i].header))
      return headers[i].value;
  return TV_N_MEMORY_VALUES;
}

static gboolean
has_column_header (const TvMemoryReportRow *number)
{
  return number->column[0].size > 0 || number->column[1].size > 0;
}

static gboolean
are_equal (TvTextPart a, TvTextPart b)
{
  return a.size == b.size && (a.size == 0 || memcmp (a.text, b.text, a.size) == 0);
}

/* Returns whether a number belongs to a row: both have the same name, and the number is on the same line or, in the
 * old format, on a nearby line. */
static gboolean
belongs (const TvMemoryMatrixRow *row, const TvMemoryReportRow *number, TvMemoryValue value)
{
  const TvMemoryReportRow *first = &row->first;

  if (first->pid != number->pid || !are_equal (first->process, number->process) ||
      !are_equal (first->part, number->part) || !are_equal (first->name, number->name))
    return FALSE;
  if (first->line == number->line)
    return TRUE;
  return number->is_column && first->is_column && number->line - first->line < MAX_LINES &&
         value < TV_N_MEMORY_VALUES && row->values[value] < 0;
}

static TvMemoryMatrixRow *
need_row (GArray *rows, const TvMemoryReportRow *number, TvMemoryValue value)
{
  TvMemoryMatrixRow fresh = { .first = *number, .amount = -1 };

  for (guint i = rows->len; i-- > 0 && rows->len - i <= MAX_LINES;)
    if (belongs (&g_array_index (rows, TvMemoryMatrixRow, i), number, value))
      return &g_array_index (rows, TvMemoryMatrixRow, i);
  for (guint i = 0; i < TV_N_MEMORY_VALUES; i++)
    fresh.values[i] = -1;
  g_array_append_val (rows, fresh);
  return &g_array_index (rows, TvMemoryMatrixRow, rows->len - 1);
}

static void
add (GArray *rows, const TvMemoryReportRow *number)
{
  TvMemoryValue value = find_value (number);
  TvMemoryMatrixRow *row = need_row (rows, number, value);

  if (value < TV_N_MEMORY_VALUES && row->values[value] < 0)
    row->values[value] = number->value;
  else if (!has_column_header (number) && row->amount < 0)
    row->amount = number->value;
  else if (row->n_others < TV_MEMORY_MAX_OTHERS)
    row->others[row->n_others++] = *number;
}

/**
 * tv_memory_matrix_new:
 * @trace: a trace
 * @selection: (nullable): not used
 * @cancellable: (nullable): a #GCancellable
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type TvMemoryMatrixRow) (nullable): rows of all meminfo sections, in file order;
 * their strings belong to the trace
 */
GArray *
tv_memory_matrix_new (TvTrace *trace,
                      const TvSelection *selection,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GArray) numbers = tv_memory_report_new (trace, selection, cancellable, error);
  GArray *rows;

  if (numbers == NULL)
    return NULL;
  rows = g_array_new (FALSE, FALSE, sizeof (TvMemoryMatrixRow));
  for (guint i = 0; i < numbers->len; i++)
    add (rows, &g_array_index (numbers, TvMemoryReportRow, i));
  return rows;
}
