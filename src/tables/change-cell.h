/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/* Columns that compare a value with the value in an earlier run. */

/**
 * TvChangePart:
 * @TV_CHANGE_BEFORE: value in the earlier run
 * @TV_CHANGE_CHANGE: difference; negative if the value decreased
 * @TV_CHANGE_TREND: "more" or "less"; "same" if the value changed by less than 3 %; "new" if the earlier value is 0
 * @TV_CHANGE_PERCENT: difference as a percentage of the earlier value; null if the earlier value is 0
 *
 * Columns of a comparison.
 */
typedef enum
{
  TV_CHANGE_BEFORE,
  TV_CHANGE_CHANGE,
  TV_CHANGE_TREND,
  TV_CHANGE_PERCENT,
  TV_N_CHANGE_PARTS,
} TvChangePart;

void     tv_cell_set_change  (TvCell       *cell,
                              TvChangePart  part,
                              gint64        before,
                              gint64        after);
gboolean tv_change_get_sort_key (TvChangePart  part,
                              gint64        before,
                              gint64        after,
                              guint64      *sort_key);

G_END_DECLS
