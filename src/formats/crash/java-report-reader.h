/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/crash/tombstone-reader.h"

G_BEGIN_DECLS

/**
 * TvJavaReportPart:
 * @TV_JAVA_REPORT_KEYS: lines before the first exception or signal
 * @TV_JAVA_REPORT_EXCEPTION: an exception, or its cause
 * @TV_JAVA_REPORT_SUPPRESSED: a suppressed exception
 * @TV_JAVA_REPORT_SIGNAL: stack of a native crash
 * @TV_JAVA_REPORT_THREAD: stack of another thread
 *
 * Sections of a report about an uncaught exception or a native crash.
 */
typedef enum
{
  TV_JAVA_REPORT_KEYS,
  TV_JAVA_REPORT_EXCEPTION,
  TV_JAVA_REPORT_SUPPRESSED,
  TV_JAVA_REPORT_SIGNAL,
  TV_JAVA_REPORT_THREAD,
} TvJavaReportPart;

/**
 * TvJavaReportReader:
 * @crash: (unowned): parser of the exceptions and output
 * @part: current section
 * @process: name of the process; empty if unknown
 * @pid: id of the process; 0 if unknown
 * @is_end_stated: whether a line states that the exception was not caught
 * @has_subject: whether the report has a subject, as reports of Log.wtf() do
 * @is_print: whether the file is the output of `dumpsys dropbox --print`
 * @follows_separator: whether the previous line separates entries of this output
 * @follows_blank: whether the previous line is empty
 *
 * Stateful parser of reports about crashes of apps.
 */
typedef struct
{
  TvTombstoneReader *crash;
  TvJavaReportPart part;
  TvSpan process;
  guint32 pid;
  gboolean is_end_stated;
  gboolean has_subject;
  gboolean is_print;
  gboolean follows_separator;
  gboolean follows_blank;
} TvJavaReportReader;

void     tv_java_report_reader_init (TvJavaReportReader *self,
                                     TvTombstoneReader  *crash,
                                     gboolean            is_print);
void     tv_java_report_reader_emit (TvJavaReportReader *self,
                                     TvSpan              line,
                                     gsize               file_offset);

gboolean tv_java_report_begins      (const char         *at,
                                     const char         *end);

/* The output of `dumpsys dropbox --print`: a heading, and entries below separators. The line below a separator contains
 * the time and the kind of the entry. */
gboolean tv_dropbox_is_print        (TvSpan              line);
gboolean tv_dropbox_is_separator    (TvSpan              line);

G_END_DECLS
