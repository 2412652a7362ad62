/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called by the files of kit/table and by views with their own columns. Depends only on the table and the user's
 * locale. */

#include "ui/kit/table/table-text.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/time-format.h"
#include "ui/kit/number-format.h"

/* Number of decimals that distinguishes most values of a counter. */
#define REAL_DECIMALS 3

/**
 * tv_table_text_dup_title:
 *
 * Returns: (transfer full): the translated header of a column, including the unit of its cells
 */
char *
tv_table_text_dup_title (const TvColumn *column)
{
  switch (column->unit)
    {
    case TV_UNIT_NS:
    case TV_UNIT_TS:
      /* Translators: header of a column of times, and their unit */
      return g_strdup_printf (_("%s ms"), _ (column->title));
    case TV_UNIT_BYTES:
      /* Translators: header of a column of sizes, and their unit */
      return g_strdup_printf (_("%s bytes"), _ (column->title));
    case TV_UNIT_KIB:
      /* Translators: header of a column of sizes, and their unit */
      return g_strdup_printf (_("%s KiB"), _ (column->title));
    case TV_UNIT_PERCENT:
    case TV_UNIT_COUNT:
    case TV_UNIT_NONE:
    default:
      return g_strdup (_ (column->title));
    }
}

/**
 * tv_table_text_get_widest:
 *
 * Returns: (transfer none) (nullable): a number whose width is used until the longest number of the column is known;
 * %NULL for text columns
 */
const char *
tv_table_text_get_widest (const TvColumn *column)
{
  if (column->type == TV_COLUMN_TEXT)
    return NULL;
  switch (column->unit)
    {
    case TV_UNIT_NS:
    case TV_UNIT_TS:
      return "999.999";
    case TV_UNIT_PERCENT:
      return "100.0 %";
    case TV_UNIT_COUNT:
      return "9,999";
    case TV_UNIT_BYTES:
    case TV_UNIT_KIB:
      return "9,999,999";
    case TV_UNIT_NONE:
    default:
      return column->type == TV_COLUMN_REAL ? "99,999" : "9999";
    }
}

/* Formats an integral value without decimals, and other values with a fixed number of decimals. */
static char *
dup_real (double value)
{
  if (!isfinite (value))
    return g_strdup ("");
  return tv_format_number (value, value == floor (value) ? 0 : REAL_DECIMALS);
}

static char *
dup_number (const TvColumn *column, const TvCell *cell)
{
  double value = tv_cell_get_number (cell, column->type);

  switch (column->unit)
    {
    case TV_UNIT_NS:
    case TV_UNIT_TS:
      return column->type == TV_COLUMN_REAL ? tv_format_number (value / 1e6, 3)
                                            : tv_format_ms (cell->integer);
    case TV_UNIT_PERCENT:
      return tv_format_percent (value);
    case TV_UNIT_COUNT:
    case TV_UNIT_BYTES:
    case TV_UNIT_KIB:
      return cell->n_digits > 0 ? tv_decimal_format (cell->integer, cell->n_digits)
                                : tv_format_number (value, 0);
    case TV_UNIT_NONE:
    default:
      /* Integers without a unit are ids, such as those of threads. Ids are names, so digits are not grouped. */
      return column->type == TV_COLUMN_REAL
                 ? dup_real (value)
                 : tv_number_take_sign (g_strdup_printf ("%" G_GINT64_FORMAT, cell->integer));
    }
}

/**
 * tv_table_text_dup_cell:
 *
 * Returns: (transfer full) (nullable): the formatted value of a cell; %NULL if the cell is null
 */
char *
tv_table_text_dup_cell (TvTable *table, guint32 row, guint column)
{
  const TvColumn *info = &tv_table_get_columns (table, NULL)[column];
  TvCell cell;
  char *text = NULL;

  tv_table_get_cell (table, row, column, &cell);
  if (!cell.is_null && info->type == TV_COLUMN_TEXT)
    text = g_strdup (cell.text);
  else if (!cell.is_null)
    text = dup_number (info, &cell);
  tv_cell_clear (&cell);
  return text;
}

/**
 * tv_table_text_dup_time:
 * @column: index of a column of timestamps
 * @base: time base
 *
 * Returns: (transfer full) (nullable): the formatted time relative to @base; %NULL if the cell is null
 */
char *
tv_table_text_dup_time (TvTable *table, guint32 row, guint column, const TvTimeBase *base)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  return cell.is_null ? NULL : tv_time_base_format_cell (base, cell.integer);
}

/**
 * tv_table_text_get_share:
 *
 * Returns: the percentage in a cell as a fraction, 0 … 1; -1 if the cell is null or not a percentage
 */
double
tv_table_text_get_share (TvTable *table, guint32 row, guint column)
{
  const TvColumn *info = &tv_table_get_columns (table, NULL)[column];
  TvCell cell;
  double share = -1.0;

  if (info->unit != TV_UNIT_PERCENT)
    return -1.0;
  tv_table_get_cell (table, row, column, &cell);
  if (!cell.is_null)
    share = CLAMP (tv_cell_get_number (&cell, info->type) / 100.0, 0.0, 1.0);
  tv_cell_clear (&cell);
  return share;
}

/**
 * tv_table_text_is_largest_first:
 *
 * Returns: whether the first click on the header sorts in descending order; %TRUE for amounts, %FALSE for text, ids
 * and timestamps
 */
gboolean
tv_table_text_is_largest_first (const TvColumn *column)
{
  return column->type != TV_COLUMN_TEXT && column->unit != TV_UNIT_TS &&
         (column->type == TV_COLUMN_REAL || column->unit != TV_UNIT_NONE);
}
