/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/crash/fault-reader.h"

G_BEGIN_DECLS

/**
 * TvSanitizerReader:
 * @faults: output
 * @ts: time of the next report in ns, or %TV_NO_TIME
 * @is_logged: whether the lines come from a log
 * @is_open: whether a report is open
 * @is_guarded: whether the next line is the line of a GWP-ASan report that contains the error
 *
 * Stateful parser of sanitizer reports.
 */
typedef struct
{
  TvFaultReader faults;
  gint64 ts;
  gboolean is_logged;
  gboolean is_open;
  gboolean is_guarded;
} TvSanitizerReader;

void     tv_sanitizer_reader_init   (TvSanitizerReader *self,
                                     TvTraceBuilder    *builder,
                                     GBytes            *bytes);
void     tv_sanitizer_reader_emit   (TvSanitizerReader *self,
                                     TvSpan             line);
void     tv_sanitizer_reader_finish (TvSanitizerReader *self);
void     tv_sanitizer_reader_clear  (TvSanitizerReader *self);

gboolean tv_sanitizer_begins_report (TvSpan             line);
gboolean tv_sanitizer_ends_report   (TvSpan             line);
gboolean tv_sanitizer_is_frame      (TvSpan             line);

G_END_DECLS
