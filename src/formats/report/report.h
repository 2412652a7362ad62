/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"
#include "formats/span.h"

G_BEGIN_DECLS

/* So many sections are told apart; what comes behind is a part of the last. */
#define TV_REPORT_MAX_SECTIONS 16384

/**
 * TvReportSection:
 * @title: what the report calls it, without how it was made: "SYSTEM LOG", or a service: "meminfo"
 * @command: the command or file that it is from; may be empty
 * @stamp_s: of a file: when it was last written to, by the device's wall clock, in s since 1970, or -1
 * @start: where its content begins, in bytes
 * @size: how many bytes that has, without lines that tell how long it took
 * @first_line: the number of its first line in the report, from 1
 * @is_service: it is what a service tells (dumpsys)
 * @priority: (nullable): of a service that is asked early: "CRITICAL" or "HIGH"
 *
 * A section of a bug report. The texts are those of the report.
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
 * @bytes: the text
 * @n: how many sections there are
 * @sections: (array length=n): these, in the order of the text
 * @n_lines: how many lines the text has
 * @when_s: when it was begun, by the device's wall clock, in s since 1970, or -1
 * @is_whole: it ends as it should; else it was cut
 * @head_size: how many bytes stand before the first section
 *
 * The text of a bug report (dumpstate), and its sections. A section begins with a line
 * `------ TITLE (COMMAND) ------`, or `DUMP OF SERVICE NAME:`, and ends where the next one begins: lines
 * that tell how long something took are written for slow ones only, and also for what has no line of
 * beginning, so that they do not tell where one ends.
 *
 * From dumpstate of Android 7 to 16, and reports that it wrote.
 */
typedef struct
{
  GBytes *bytes;
  guint n;
  const TvReportSection *sections;
  guint64 n_lines;
  gint64 when_s;
  gboolean is_whole;
  gsize head_size;
  GArray *rows; /* TvReportSection */
} TvReport;

gboolean  tv_report_is_one       (const char            *head,
                                  gsize                  size);
TvReport *tv_report_new          (GBytes                *bytes,
                                  GCancellable          *cancellable,
                                  GError               **error);
void      tv_report_free         (TvReport              *self);
GBytes   *tv_report_dup_section  (const TvReport        *self,
                                  guint                  section);
GBytes   *tv_report_dup_calls    (const TvReport        *self);
char     *tv_report_dup_name     (const TvReportSection *section);
gboolean  tv_report_find_fact    (const TvReport        *self,
                                  const char            *name,
                                  TvSpan                *value);
gint64    tv_report_parse_time   (TvSpan                 text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvReport, tv_report_free)

G_END_DECLS
