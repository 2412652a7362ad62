/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Lines that programs and the system log: of logcat, hilog or a trace that has them among the rest. */

/**
 * TvLogLevel:
 * @TV_LOG_LEVEL_NONE: not told
 *
 * How grave a line is, the gravest last.
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
 * @TV_LOG_CLOCK_NONE: no line tells when it was, or not by what clock
 * @TV_LOG_CLOCK_UTC: ns since 1970 in UTC
 * @TV_LOG_CLOCK_LOCAL: the same of a clock on the wall, which nothing ties to UTC
 * @TV_LOG_CLOCK_BOOT: ns since the device booted
 *
 * What the times of log lines count.
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
 * @ts: when, in ns, or %TV_NO_TIME
 * @text: where what is logged begins, as tv_trace_builder_add_log_text() or
 *   tv_trace_builder_copy_log_text() told
 * @text_size: how many bytes it has
 * @pid: the process's id as the line tells it, or %TV_NONE
 * @tid: the thread's, or %TV_NONE
 * @utid: that thread, or %TV_NONE
 * @uid: the user's, or %TV_NONE
 * @tag: string: who logs, or %TV_NONE
 * @buffer: string: the buffer of the device that it was in, such as "main", or %TV_NONE
 * @domain: string: type and domain of hilog, such as "C02D11", or %TV_NONE
 * @level: how grave
 *
 * One line, as a reader tells it.
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
  TvLogLevel level;
} TvLogLine;

/**
 * TvLogText:
 * @start: of its first byte, in the row of all texts
 * @bytes: what they are
 *
 * A file, or some of what it says, in which lines have their texts.
 */
typedef struct
{
  guint64 start;
  GBytes *bytes;
} TvLogText;

/**
 * TvLogLines:
 * @n: number of lines
 * @ts: when, in ns, sorted; lines of one time are in the order in which they were told, and those
 *   without one (%TV_NO_TIME) come first
 * @place: which one in the file it was, from 0
 * @uid: (nullable): %NULL if no line tells it; likewise @buffer and @domain
 * @clock: what @ts counts
 * @utc_offset_s: what is added to UTC for the time of day that the first line shows, in s
 * @texts: where the texts are; see tv_trace_get_log_text()
 *
 * The columns of all lines; the rest as in #TvLogLine.
 */
typedef struct
{
  guint32 n;
  gint64 *ts;
  guint32 *place;
  guint64 *text;
  guint32 *text_size;
  guint32 *pid;
  guint32 *tid;
  guint32 *utid;
  guint32 *uid;
  guint32 *tag;
  guint32 *buffer;
  guint32 *domain;
  guint8 *level;
  TvLogClock clock;
  gint32 utc_offset_s;
  GArray *texts;
} TvLogLines;

/* A number of a column that may not be there. */
static inline guint32
tv_log_column_get (const guint32 *column, guint32 line)
{
  return column != NULL ? column[line] : TV_NONE;
}

const char *tv_log_level_name   (TvLogLevel level);
const char *tv_log_level_letter (TvLogLevel level);
guint       tv_log_level_prio   (TvLogLevel level);

G_END_DECLS
