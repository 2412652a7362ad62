/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/difference-table.h"

G_BEGIN_DECLS

/**
 * TvDifferencePage:
 * @table: a difference
 * @rows: guint32: which of its rows are told, in their order
 * @clock: whose times are told
 * @names: (element-type utf8): what the runs before and after are called
 *
 * What a page of HTML tells of a difference.
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
