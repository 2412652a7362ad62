/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/range/range-section.h"

G_BEGIN_DECLS

/* Line with the sums of all visible rows of a table or, if several rows are selected, of the selected rows. A worker
 * adds up the selected rows; meanwhile, the previous text stays. */

#define TV_TYPE_RANGE_SUM (tv_range_sum_get_type ())
G_DECLARE_FINAL_TYPE (TvRangeSum, tv_range_sum, TV, RANGE_SUM, GtkWidget)

GtkWidget *tv_range_sum_new            (void);
void       tv_range_sum_show           (TvRangeSum             *self,
                                        const TvRangeTableView *table,
                                        TvTableView            *view,
                                        const char             *all);

G_END_DECLS
