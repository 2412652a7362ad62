/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/memory/string-pool.h"
#include "formats/device-log/log-form.h"

G_BEGIN_DECLS

/* Flag of TvLogLine.text: the offset refers to the copies of the chunk instead of to the file. */
#define TV_LOG_PART_COPIED (G_GUINT64_CONSTANT (1) << 63)

/* A process name, and the line of the chunk from which it applies. */
typedef struct
{
  guint32 line;
  guint32 pid;
  TvSpan name;
  gboolean is_start; /* whether a new process with this pid starts here */
} TvLogChunkName;

/* A marker, such as “beginning of main” or “switch to main”, that precedes a line of the chunk. */
typedef struct
{
  guint32 line;
  guint32 buffer;     /* string id in the chunk */
  gboolean is_switch; /* whether all following lines belong to @buffer, not only the next one */
} TvLogChunkBuffer;

/* Time zone of timestamps without a year, and the line of the chunk from which it applies. */
typedef struct
{
  guint32 line;
  gint32 utc_offset_s;
} TvLogChunkZone;

typedef struct
{
  guint32 pid;
  guint32 tid;
  TvSpan name; /* process name in the thread's last line */
} TvLogChunkThread;

/* Number of occurrences of an irregularity, and file offset of the first one. */
typedef struct
{
  guint64 n;
  gint64 file_offset;
} TvLogChunkCount;

/**
 * TvLogChunk:
 * @shape: syntax of the lines; changes where concatenated logs have different forms
 * @text: content of the file
 * @start: file offset of the chunk's first line
 * @end: file offset of the next chunk
 * @all_strings: string pool of the builder, into which @strings are merged later
 * @lines: #TvLogLine, with string ids and thread indexes of the chunk; timestamp %TV_NO_TIME if the line contains
 *   none
 * @copies: text of messages that differs from the file
 * @strings: tags, buffers, domains, and names of processes without an id
 * @threads: #TvLogChunkThread
 * @names: #TvLogChunkName, in the order of lines
 * @buffers: #TvLogChunkBuffer, in the order of lines
 * @zones: #TvLogChunkZone, in the order of lines; one for each change
 * @n_unknown: number of lines that are not log records; they are emitted as plain text
 * @n_lost: number of lines that the device dropped
 * @kinds: bit mask with 1 << #TvLogTimeKind for each kind of timestamp that occurs
 * @has_month_0: whether a timestamp has month 00
 * @utc_offset_s: UTC offset of the first line with a time zone in s, or %G_MININT32
 *
 * A chunk of a log. Several threads parse chunks in parallel.
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
  GArray *zones;
  TvLogChunkCount n_unknown;
  TvLogChunkCount n_lost;
  guint kinds;
  gboolean has_month_0;
  gint32 utc_offset_s;
} TvLogChunk;

void  tv_log_chunk_read       (TvLogChunk       *self);
void  tv_log_chunk_clear      (TvLogChunk       *self);
gsize tv_log_chunk_find_start (const char      *text,
                              gsize            size,
                              gsize            at,
                              TvLogShape       shape);

G_END_DECLS
