/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/query-result.h"
#include "ui/session/session.h"
#include "ui/views/query/query-chart-data.h"

G_BEGIN_DECLS

/* Chart of a result, with pickers for the kind and for two columns. While the chart is visible, a worker computes its
 * points, bins or bars.
 *
 * Signals:
 *   changed  the chart or its summary has changed */

#define TV_TYPE_QUERY_CHART (tv_query_chart_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryChart, tv_query_chart, TV, QUERY_CHART, GtkWidget)

GtkWidget  *tv_query_chart_new         (void);
void        tv_query_chart_set_session (TvQueryChart             *self,
                                        TvSession                *session);
void        tv_query_chart_set_result  (TvQueryChart             *self,
                                        TvQueryResult            *result);
void        tv_query_chart_set_rows    (TvQueryChart             *self,
                                        TvTable                  *rows);
void        tv_query_chart_set_choice  (TvQueryChart             *self,
                                        const TvQueryChartChoice *choice);
GVariant   *tv_query_chart_get_state   (TvQueryChart             *self);

G_END_DECLS
