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
 * TvLogLine:
 * @ts: when, in ns
 * @pid: the process's id as the line tells it, or %TV_NONE
 * @tid: the thread's, or %TV_NONE
 * @utid: that thread, or %TV_NONE
 * @level: how grave
 * @tag: string: who logs, or %TV_NONE
 * @text: string: what is logged
 *
 * One line, as a reader tells it.
 */
typedef struct
{
  gint64 ts;
  guint32 pid;
  guint32 tid;
  guint32 utid;
  TvLogLevel level;
  guint32 tag;
  guint32 text;
} TvLogLine;

/**
 * TvLogLines:
 * @n: number of lines
 * @ts: when, in ns, sorted; lines of one time are in the order in which they were told
 * @place: which one in the file it was, from 0
 *
 * The columns of all lines; the rest as in #TvLogLine.
 */
typedef struct
{
  guint32 n;
  const gint64 *ts;
  const guint32 *place;
  const guint32 *pid;
  const guint32 *tid;
  const guint32 *utid;
  const guint8 *level;
  const guint32 *tag;
  const guint32 *text;
} TvLogLines;

const char *tv_log_level_name (TvLogLevel level);

G_END_DECLS
