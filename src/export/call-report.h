/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/method-ranks.h"

G_BEGIN_DECLS

/* The report of the original dmtracedump: what cost most by itself, each method between its callers and its
 * callees, classes, and methods of one name. The text is the original's to the byte; it is data that programs
 * read, so it is not translated, and numbers have a point whatever the locale. */

/**
 * TvCallReportPage:
 * @title: what the page is about, such as the name of the file
 * @script_prefix: (nullable): what comes before `sortable.js`, if such a script is to sort tables in place of
 *   the page's own
 *
 * What a report as HTML has beside the numbers.
 */
typedef struct
{
  const char *title;
  const char *script_prefix;
} TvCallReportPage;

void tv_call_report_append_text (GString                *text,
                                 const TvMethodRanks    *ranks);
void tv_call_report_append_html (GString                *text,
                                 const TvMethodRanks    *ranks,
                                 const TvCallReportPage *page);

void   tv_call_report_append_name    (GString              *text,
                                      const TvRankedMethod *method,
                                      gboolean              has_class);
void   tv_call_report_append_percent (GString              *text,
                                      guint                 width,
                                      guint                 n_decimals,
                                      double                percent);
gint64 tv_call_report_get_us         (gint64                ns);
double tv_call_report_get_percent    (gint64                part_ns,
                                      gint64                whole_ns);

G_END_DECLS
