/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Log lines of programs and the system, from logcat, hilog, or a trace that contains them. */

/**
 * TvLogLevel:
 * @TV_LOG_LEVEL_NONE: not recorded
 *
 * Severity of a line, from the least to the most severe.
 */
typedef enum
{
  TV_LOG_LEVEL_NONE,
  TV_LOG_LEVEL_VERBOSE,
  TV_LOG_LEVEL_DEBUG,
  TV_LOG_LEVEL_INFO,
  TV_LOG_LEVEL_WARNING,
  TV_LOG_LEVEL_ERROR,
  TV_LOG_LEVEL_FATAL,
  TV_N_LOG_LEVELS,
} TvLogLevel;

/**
 * TvLogClock:
 * @TV_LOG_CLOCK_NONE: lines have no timestamps, or their clock is unknown
 * @TV_LOG_CLOCK_UTC: ns since 1970 in UTC
 * @TV_LOG_CLOCK_LOCAL: ns since 1970 in an unknown time zone
 * @TV_LOG_CLOCK_BOOT: ns since boot
 *
 * The clock of log timestamps.
 */
typedef enum
{
  TV_LOG_CLOCK_NONE,
  TV_LOG_CLOCK_UTC,
  TV_LOG_CLOCK_LOCAL,
  TV_LOG_CLOCK_BOOT,
} TvLogClock;

/**
 * TvLogLine:
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @text: position of the message, see tv_trace_builder_add_log_text() and tv_trace_builder_copy_log_text()
 * @text_size: size of the message in bytes
 * @pid: process id, or %TV_NONE
 * @tid: thread id, or %TV_NONE
 * @utid: the thread, or %TV_NONE
 * @uid: user id, or %TV_NONE
 * @tag: string id, or %TV_NONE
 * @buffer: string id of the log buffer, such as "main", or %TV_NONE
 * @domain: string id of hilog's type and domain, such as "C02D11", or %TV_NONE
 * @process: string id of the process name if the process id is unknown, or %TV_NONE
 * @level: severity
 *
 * A log line, as added by a reader.
 */
typedef struct
{
  gint64 ts;
  guint64 text;
  guint32 text_size;
  guint32 pid;
  guint32 tid;
  guint32 utid;
  guint32 uid;
  guint32 tag;
  guint32 buffer;
  guint32 domain;
  guint32 process;
  TvLogLevel level;
} TvLogLine;

/**
 * TvLogText:
 * @start: offset of @bytes in the concatenation of all buffers
 * @bytes: the buffer
 * @has_lines: whether the buffer is a text file, in which each message is part of its log line
 *
 * A buffer that contains messages of log lines: a file or part of one.
 */
typedef struct
{
  guint64 start;
  GBytes *bytes;
  gboolean has_lines;
} TvLogText;

/**
 * TvLogLines:
 * @ts: timestamp in ns, sorted; lines with the same time are in file order, and lines without a time (%TV_NO_TIME)
 *   come first
 * @file_index: index of the line in the file, from 0
 * @uid: (nullable): user id; %NULL if no line has one, like @buffer, @domain and @process
 * @clock: clock of @ts
 * @utc_offset_s: UTC offset of the first line's local time, in s
 * @texts: (element-type TvLogText): buffers that contain the messages; see tv_trace_get_log_text()
 *
 * All lines as columns; see #TvLogLine for those that are not listed here.
 */
typedef struct
{
  guint32 n;
  gint64 *ts;
  guint32 *file_index;
  guint64 *text;
  guint32 *text_size;
  guint32 *pid;
  guint32 *tid;
  guint32 *utid;
  guint32 *uid;
  guint32 *tag;
  guint32 *buffer;
  guint32 *domain;
  guint32 *process;
  guint8 *level;
  TvLogClock clock;
  gint32 utc_offset_s;
  GArray *texts;
} TvLogLines;

/* Returns the value of a nullable column for a line; %TV_NONE if the column is %NULL. */
static inline guint32
tv_log_column_get (const guint32 *column, guint32 line)
{
  return column != NULL ? column[line] : TV_NONE;
}

const char *tv_log_level_name   (TvLogLevel level);
const char *tv_log_level_letter (TvLogLevel level);
guint       tv_log_level_prio   (TvLogLevel level);

G_END_DECLS
