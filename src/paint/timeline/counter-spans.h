/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/sample-index.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvCounterSpan:
 * @first: first pixel column
 * @end: column after the last
 * @min: the smallest value that the counter has there
 * @max: the largest
 * @last: the value at the end
 *
 * What a counter did within a column, or in several columns where it did nothing.
 */
typedef struct
{
  guint32 first;
  guint32 end;
  double min;
  double max;
  double last;
} TvCounterSpan;

void    tv_counter_find_spans   (TvTrace             *trace,
                                 const TvSampleIndex *index,
                                 guint32              counter,
                                 const TvTimeScale   *scale,
                                 GArray              *spans);
char   *tv_counter_format_value (TvTrace             *trace,
                                 guint32              counter,
                                 double               value);
char   *tv_counter_format_amount (TvTrace            *trace,
                                 guint32              counter,
                                 double               amount,
                                 const char          *plus);

G_END_DECLS
