/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/* What tables tell of a number that is compared with that of an earlier run. */

/**
 * TvChangePart:
 * @TV_CHANGE_BEFORE: what it was
 * @TV_CHANGE_CHANGE: how much more or less it is, with its sign
 * @TV_CHANGE_TREND: in words: "more", "less", "same" where the change is less than 3 % of before, or "new"
 * @TV_CHANGE_PERCENT: the change in percent of before; none where that is 0
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
