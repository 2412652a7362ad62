/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/memory/string-pool.h"
#include "formats/device-log/log-form.h"

G_BEGIN_DECLS

/* So much is set in a #TvLogLine.text that lies in the part's copies, and not in the file. */
#define TV_LOG_PART_COPIED (G_GUINT64_CONSTANT (1) << 63)

/* What a part says of a process before a line of it. */
typedef struct
{
  guint32 line;
  guint32 pid;
  TvSpan name;
  gboolean is_start; /* a new process has that pid from here on */
} TvLogPartName;

/* A buffer begins before a line of it. */
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
  TvSpan name; /* that its lines told last */
} TvLogPartThread;

/* What happened so often, and first at an offset in the file. */
typedef struct
{
  guint64 n;
  gint64 where;
} TvLogPartCount;

/**
 * TvLogPart:
 * @shape: what its lines look like; changes where they do
 * @text: of the file
 * @start: offset of its first line
 * @end: of the first line of the next part
 * @all_strings: the pool that @strings go to in the end
 * @lines: #TvLogLine, with strings of the part, and threads of it as utid; a line that tells no time
 *   has %TV_NO_TIME
 * @copies: texts that do not lie in the file as they are
 * @strings: tags, buffers, domains
 * @threads: #TvLogPartThread
 * @names: #TvLogPartName, in the order of lines
 * @buffers: #TvLogPartBuffer, likewise
 * @n_unknown: lines that are no records, and are kept as they are
 * @n_lost: lines that the device dropped
 * @kinds: 1 << #TvLogTimeKind of each that lines have
 * @has_month_0: some line is of month 00
 * @utc_offset_s: of the first line with a zone
 *
 * Some lines of a log, read on a thread of their own.
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
