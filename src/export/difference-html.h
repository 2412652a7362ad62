/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/difference-table.h"

G_BEGIN_DECLS

/**
 * TvDifferencePage:
 * @table: comparison of runs
 * @rows: (element-type guint32): rows to write, in this order
 * @clock: clock of the times
 * @names: (element-type utf8): names of the runs before and after the change
 *
 * Content of an HTML page for a comparison.
 */
typedef struct
{
  TvDifferenceTable *table;
  const GArray *rows;
  TvClock clock;
  const GPtrArray *names[2];
} TvDifferencePage;

void tv_difference_append_html (GString                *html,
                                const TvDifferencePage *page);

G_END_DECLS
