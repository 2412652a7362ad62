/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/counter-mode.h"
#include "core/index/sample-index.h"
#include "analysis/range/time-scale.h"

G_BEGIN_DECLS

/**
 * TvCounterSpan:
 * @first: first pixel column
 * @end: column after the last
 * @min: lowest value in the columns
 * @max: highest value in the columns
 * @last: last value in the columns
 *
 * Values of a counter in one column, or in several columns without a change.
 */
typedef struct
{
  guint32 first;
  guint32 end;
  double min;
  double max;
  double last;
} TvCounterSpan;

/**
 * TvCounterSource:
 * @values: drawn values, deltas or rates, see tv_counter_get_shown()
 * @index: index of the extremes of @values
 * @first: index of the sample to which the first of @values belongs
 *
 * Values of a counter as drawn, depending on its display mode.
 */
typedef struct
{
  const double *values;
  const TvSampleIndex *index;
  guint32 first;
} TvCounterSource;

void    tv_counter_find_spans   (TvTrace             *trace,
                                 const TvCounterSource *source,
                                 guint32              counter,
                                 const TvTimeScale   *scale,
                                 GArray              *spans);
gboolean tv_counter_find_extremes (TvTrace           *trace,
                                 const TvCounterSource *source,
                                 guint32              counter,
                                 gint64               start_ns,
                                 gint64               end_ns,
                                 double              *min,
                                 double              *max);
char   *tv_counter_format_value (TvTrace             *trace,
                                 guint32              counter,
                                 double               value);
char   *tv_counter_format_shown (TvTrace             *trace,
                                 guint32              counter,
                                 TvCounterMode        mode,
                                 double               value);
char   *tv_counter_format_amount (TvTrace            *trace,
                                 guint32              counter,
                                 double               amount,
                                 const char          *plus);

G_END_DECLS
