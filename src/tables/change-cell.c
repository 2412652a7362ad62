/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/change-cell.h"

#include <math.h>

#include "analysis/calls/call-comparison.h"

/* Sets cells that compare a value with the value in an earlier run: earlier value, difference, trend and percentage.
 * Called by tables that compare two runs: difference-table.c, method-profile.c and the rows of the Call Tree view.
 * Pure. */

/* Percentages are multiplied and limited to convert them to integer sort keys. */
#define PARTS     1e6
#define MAX_PARTS 1e18

static double
get_percent (gint64 before, gint64 after)
{
  return ((double) after - (double) before) * 100.0 / (double) before;
}

static const char *
get_trend (gint64 before, gint64 after)
{
  int step = tv_call_change_get_step (before, after);

  if (before == 0 && after != 0)
    return "new";
  return step > 0 ? "more" : step < 0 ? "less" : "same";
}

/**
 * tv_cell_set_change:
 * @cell: a cell that is null
 * @part: column of the comparison
 * @before: value in the earlier run; 0 if absent
 * @after: value in the later run
 *
 * Sets a cell that compares two values.
 */
void
tv_cell_set_change (TvCell *cell, TvChangePart part, gint64 before, gint64 after)
{
  switch (part)
    {
    case TV_CHANGE_BEFORE:
      tv_cell_set_integer (cell, before);
      break;
    case TV_CHANGE_CHANGE:
      tv_cell_set_integer (cell, after - before);
      break;
    case TV_CHANGE_TREND:
      tv_cell_set_text (cell, get_trend (before, after));
      break;
    case TV_CHANGE_PERCENT:
      if (before != 0)
        tv_cell_set_real (cell, get_percent (before, after));
      break;
    case TV_N_CHANGE_PARTS:
    default:
      g_assert_not_reached ();
    }
}

/**
 * tv_change_get_sort_key:
 * @part: column of the comparison
 * @before: value in the earlier run
 * @after: value in the later run
 * @sort_key: (out): sort key for #TvTableClass.get_sort_key
 *
 * Gets the sort key of a cell that compares two values. Changes are sorted by absolute value. If there is no
 * percentage, the sort key is 0.
 * Returns: whether the column is sorted by sort key
 */
gboolean
tv_change_get_sort_key (TvChangePart part, gint64 before, gint64 after, guint64 *sort_key)
{
  if (part == TV_CHANGE_CHANGE)
    *sort_key = (guint64) ABS (after - before);
  else if (part == TV_CHANGE_PERCENT)
    *sort_key = before != 0 ? (guint64) MIN (fabs (get_percent (before, after)) * PARTS, MAX_PARTS)
                            : 0;
  else
    return FALSE;
  return TRUE;
}
