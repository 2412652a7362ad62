/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/method-ranks.h"

G_BEGIN_DECLS

/* The report of the original dmtracedump: methods by exclusive time, methods with their callers and callees, classes,
 * and methods with the same name. The text report is identical to the original report, byte for byte. Programs parse
 * it, so it is not translated, and numbers always have a decimal point. */

/**
 * TvCallReportPage:
 * @title: title, such as the name of the file
 * @script_prefix: (nullable): prefix of the path to an external `sortable.js`, which is then used instead of the
 *   built-in script
 *
 * Title and scripts of an HTML report.
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
