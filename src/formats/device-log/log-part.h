/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/memory/string-pool.h"
#include "formats/device-log/log-form.h"

G_BEGIN_DECLS

/* Flag of a #TvLogLine.text in the part's copies instead of the file. */
#define TV_LOG_PART_COPIED (G_GUINT64_CONSTANT (1) << 63)

/* Process name before a line of a part. */
typedef struct
{
  guint32 line;
  guint32 pid;
  TvSpan name;
  gboolean is_start; /* whether a new process with that pid starts here */
} TvLogPartName;

/* Start of a buffer before a line. */
typedef struct
{
  guint32 line;
  guint32 buffer; /* string of the part */
  gboolean is_switch;
} TvLogPartBuffer;

typedef struct
{
  guint32 pid;
  guint32 tid;
  TvSpan name; /* name that its lines contained last */
} TvLogPartThread;

/* Number of occurrences, and file offset of the first. */
typedef struct
{
  guint64 n;
  gint64 where;
} TvLogPartCount;

/**
 * TvLogPart:
 * @shape: current shape of the lines
 * @text: text of the file
 * @start: offset of its first line
 * @end: offset of the next part
 * @all_strings: pool that @strings are finally merged into
 * @lines: #TvLogLine, with strings and threads (utid) of the part; %TV_NO_TIME for lines without a timestamp
 * @copies: texts that differ from the file
 * @strings: tags, buffers, domains
 * @threads: #TvLogPartThread
 * @names: #TvLogPartName, in order of lines
 * @buffers: #TvLogPartBuffer, in order of lines
 * @n_unknown: number of lines that are no records; kept as plain text
 * @n_lost: number of lines that the device dropped
 * @kinds: 1 << #TvLogTimeKind for each kind that lines have
 * @has_month_0: whether a line has month 00
 * @utc_offset_s: offset from UTC of the first line with a zone
 *
 * A part of a log, parsed on a thread of its own.
 */
typedef struct
{
  TvLogShape shape;
  const char *text;
  gsize start;
  gsize end;
  const TvStringPool *all_strings;

  GArray *lines;
  GByteArray *copies;
  TvStringPool *strings;
  GArray *threads;
  GArray *names;
  GArray *buffers;
  TvLogPartCount n_unknown;
  TvLogPartCount n_lost;
  guint kinds;
  gboolean has_month_0;
  gint32 utc_offset_s;
} TvLogPart;

void  tv_log_part_read       (TvLogPart       *self);
void  tv_log_part_clear      (TvLogPart       *self);
gsize tv_log_part_find_start (const char      *text,
                              gsize            size,
                              gsize            at,
                              TvLogShape       shape);

G_END_DECLS
