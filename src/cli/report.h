/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Text reports, which consist of a heading and of rows with columns */

char *tv_report_dup_decimal  (double             value,
                              const char        *format);
char *tv_report_dup_weight  (gint64             weight,
                             TvWeightUnit       unit);
void  tv_report_append_trace (GString           *text,
                              const char        *file,
                              TvTrace           *trace);
void  tv_report_append_samples (GString         *text,
                                TvTrace         *trace,
                                guint32          kind,
                                gint64           weight,
                                gint64           count);
void  tv_report_append_rows  (GString           *text,
                              const GPtrArray   *rows);

G_END_DECLS
