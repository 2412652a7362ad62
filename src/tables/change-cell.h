/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/* Columns of a value that is compared with an earlier run. */

/**
 * TvChangePart:
 * @TV_CHANGE_BEFORE: value in the earlier run
 * @TV_CHANGE_CHANGE: difference, with its sign
 * @TV_CHANGE_TREND: "more", "less", "same" for a change below 3 %, or "new"
 * @TV_CHANGE_PERCENT: change in percent of the earlier value; null if that is 0
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
gboolean tv_change_get_place (TvChangePart  part,
                              gint64        before,
                              gint64        after,
                              guint64      *place);

G_END_DECLS
