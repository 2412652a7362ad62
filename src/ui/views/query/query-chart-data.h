/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/chart/chart.h"
#include "query/query-result.h"

G_BEGIN_DECLS

/**
 * TvQueryChartChoice:
 * @x: column of positions or names; ignored for a histogram
 * @y: column of values; %TV_NONE to count the rows per bar
 *
 * Kind and columns of a chart.
 */
typedef struct
{
  TvChartKind kind;
  guint x;
  guint y;
} TvQueryChartChoice;

/**
 * TvQueryChartData:
 * @points: (element-type TvChartPoint): points of a line, or bins of a histogram
 * @bin: width of a bin of a histogram
 * @bars: (element-type TvChartBar): bars, largest first
 * @n_used: number of rows in the chart
 * @n_omitted: number of rows that lack a number
 *
 * Points, bins or bars of a chart. Their maximum number does not depend on the number of rows.
 */
typedef struct
{
  TvQueryChartChoice choice;
  GArray *points;
  double bin;
  GArray *bars;
  guint32 n_used;
  guint32 n_omitted;
} TvQueryChartData;

gboolean            tv_query_chart_is_number (TvTable                  *table,
                                              guint                     column);
TvQueryChartChoice  tv_query_chart_choose    (TvQueryResult            *result);
TvQueryChartData   *tv_query_chart_data_new  (TvTable                  *table,
                                              const TvQueryChartChoice *choice,
                                              gint64                    origin_ns,
                                              GCancellable             *cancellable,
                                              GError                  **error);
void                tv_query_chart_data_free (TvQueryChartData         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQueryChartData, tv_query_chart_data_free)

G_END_DECLS
