/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/compare/difference.h"
#include "export/call-report.h"

G_BEGIN_DECLS

/**
 * TvCallDifference:
 * @difference: comparison of two runs by method; the earlier run is "before"
 * @names: names of the runs
 * @clock: clock of the times
 *
 * Input of a difference report. Methods that both runs called are omitted if their time is 0 in both.
 */
typedef struct
{
  const TvDifference *difference;
  const char *names[2];
  TvClock clock;
} TvCallDifference;

/**
 * TvDifferenceTime:
 * @TV_DIFFERENCE_EXCLUSIVE: time without callees
 * @TV_DIFFERENCE_INCLUSIVE: time with callees
 *
 * The time that is compared.
 */
typedef enum
{
  TV_DIFFERENCE_EXCLUSIVE,
  TV_DIFFERENCE_INCLUSIVE,
} TvDifferenceTime;

void tv_call_difference_append_text (GString                *text,
                                     const TvCallDifference *self);
void tv_call_difference_append_html (GString                *text,
                                     const TvCallDifference *self,
                                     const TvCallReportPage *page);

gint64     tv_call_difference_get_total_us (const TvCallDifference *self,
                                            gboolean                is_after);
GPtrArray *tv_call_difference_sort         (const TvCallDifference *self,
                                            TvDifferenceTime        time);
GPtrArray *tv_call_difference_find_only    (const TvCallDifference *self,
                                            gboolean                is_after);
gint64     tv_call_difference_get_us       (const TvCallDifference *self,
                                            const TvDifferenceSide *side,
                                            TvDifferenceTime        time);
void       tv_call_difference_append_name  (GString                *text,
                                            const TvDifferenceRow  *row);
char      *tv_call_difference_dup_change   (gint64                  before_us,
                                            gint64                  after_us);

G_END_DECLS
