/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/change-cell.h"

#include <math.h>

#include "analysis/calls/call-comparison.h"

/* Percentages are put in order as integers: in millionths, as far as they go. */
#define PARTS      1e6
#define MOST_PARTS 1e18

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
 * @part: what it tells
 * @before: a number in the earlier run, 0 where that had none
 * @after: the same in the later one
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
 * tv_change_get_place:
 * @part: what a column tells
 * @before: a number in the earlier run
 * @after: the same in the later one
 * @place: (out): for #TvTableClass.get_place
 *
 * Changes go by their size, whichever way they go; of what is new there is no percentage.
 *
 * Returns: whether the column has an order of its own
 */
gboolean
tv_change_get_place (TvChangePart part, gint64 before, gint64 after, guint64 *place)
{
  if (part == TV_CHANGE_CHANGE)
    *place = (guint64) ABS (after - before);
  else if (part == TV_CHANGE_PERCENT)
    *place = before != 0 ? (guint64) MIN (fabs (get_percent (before, after)) * PARTS, MOST_PARTS)
                         : 0;
  else
    return FALSE;
  return TRUE;
}
