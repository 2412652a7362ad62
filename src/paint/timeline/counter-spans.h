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
 *
 * Values of a counter in one pixel column, or in several columns with the same value.
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
 * @values: values, deltas or rates, see tv_counter_get_shown()
 * @index: index of the extremes of @values
 * @first: index of the sample that corresponds to the first of @values
 *
 * The numbers that are drawn for a counter, depending on its display mode.
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
