/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/* Maximum number of sections. The last one of them contains the rest of the report. */
#define TV_REPORT_MAX_SECTIONS 16384

/**
 * TvReportSection:
 * @title: title without the command, such as "SYSTEM LOG", or name of a service, such as "meminfo"
 * @command: command or file path; may be empty
 * @stamp_s: modification time of the file by the device's wall clock in s since 1970, or -1
 * @start: offset of the content in bytes
 * @size: size of the content in bytes, without lines about durations
 * @first_line: line number of the content's first line in the report, from 1
 * @is_service: whether the section is the output of a service (dumpsys)
 * @priority: (nullable): "CRITICAL" or "HIGH" for a service that is dumped early
 *
 * A section of a bug report. The spans point into the report.
 */
typedef struct
{
  TvSpan title;
  TvSpan command;
  gint64 stamp_s;
  gsize start;
  gsize size;
  guint64 first_line;
  gboolean is_service;
  const char *priority;
} TvReportSection;

/**
 * TvReport:
 * @bytes: content of the report
 * @n: number of sections
 * @sections: (array length=n): sections, in the order of the report
 * @n_lines: number of lines
 * @when_s: start time by the device's wall clock in s since 1970, or -1
 * @is_whole: whether the report is complete; otherwise it is truncated
 * @header_size: number of bytes before the first section
 *
 * A bug report (dumpstate) and its sections. A section begins with a line `------ TITLE (COMMAND) ------` or `DUMP OF
 * SERVICE NAME:` and ends at the start of the next section. Lines with durations do not mark ends, because fast
 * sections lack them, and they also occur without a section.
 *
 * Supports dumpstate of Android 7 to 16.
 */
typedef struct
{
  GBytes *bytes;
  guint n;
  const TvReportSection *sections;
  guint64 n_lines;
  gint64 when_s;
  gboolean is_whole;
  gsize header_size;
  GArray *rows; /* TvReportSection */
} TvReport;

gboolean  tv_report_is_one       (const char            *prefix,
                                  gsize                  size);
TvReport *tv_report_new          (GBytes                *bytes,
                                  GCancellable          *cancellable,
                                  GError               **error);
void      tv_report_free         (TvReport              *self);
GBytes   *tv_report_dup_section  (const TvReport        *self,
                                  guint                  section);
GBytes   *tv_report_dup_calls    (const TvReport        *self);
char     *tv_report_dup_name     (const TvReportSection *section);
gboolean  tv_report_find_header    (const TvReport        *self,
                                  const char            *name,
                                  TvSpan                *value);
char     *tv_report_dup_system   (const TvReport        *self);
gboolean  tv_report_is_log       (const TvReportSection *section);
gint64    tv_report_parse_time   (TvSpan                 text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvReport, tv_report_free)

G_END_DECLS
