/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/range/range-section.h"

G_BEGIN_DECLS

/* A line that says what rows of a table come to together: all that are shown, or those that are selected once there
 * are several. The latter is found in a worker; until then it says what it said. */

#define TV_TYPE_RANGE_SUM (tv_range_sum_get_type ())
G_DECLARE_FINAL_TYPE (TvRangeSum, tv_range_sum, TV, RANGE_SUM, GtkWidget)

GtkWidget *tv_range_sum_new            (void);
void       tv_range_sum_show           (TvRangeSum             *self,
                                        const TvRangeTableView *table,
                                        TvTableView            *view,
                                        const char             *all);

G_END_DECLS
