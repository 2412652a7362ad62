/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/device-log/log-chunk.h"

G_BEGIN_DECLS

/**
 * TvLogMerge:
 * @builder: output
 * @text: offset of the file's content in the combined text of all log files
 * @first: row of the file's first line
 * @years: years since the first line, for timestamps without a year
 * @last_ts: timestamp of the previous line in ns, or %TV_NO_TIME
 * @buffer: string id of the current log buffer, or %TV_NONE
 * @next_buffer: string id of the log buffer of the next line only, or %TV_NONE
 * @kinds: bit mask with 1 << #TvLogTimeKind for each kind of timestamp that occurs
 * @has_month_0: whether a timestamp has month 00
 * @utc_offset_s: UTC offset of the first line with a time zone in s, or %G_MININT32
 * @zones: (nullable): #TvLogChunkZone by row of the builder: time zones of timestamps without a year
 * @n_unknown: number of lines that are not log records
 * @n_lost: number of lines that the device dropped
 *
 * Emits the lines of the chunks of a log in file order.
 */
typedef struct
{
  TvTraceBuilder *builder;
  guint64 text;
  guint32 first;
  TvLogYears years;
  gint64 last_ts;
  guint32 buffer;
  guint32 next_buffer;
  guint kinds;
  gboolean has_month_0;
  gint32 utc_offset_s;
  GArray *zones;
  TvLogChunkCount n_unknown;
  TvLogChunkCount n_lost;
} TvLogMerge;

void     tv_log_merge_init   (TvLogMerge     *self,
                              TvTraceBuilder *builder,
                              GBytes         *bytes);
gboolean tv_log_merge_add    (TvLogMerge     *self,
                              const TvLogChunk *part);
void     tv_log_merge_clear  (TvLogMerge     *self);
void     tv_log_merge_finish (TvLogMerge     *self,
                              gint64          latest_s,
                              gsize           size);

void     tv_log_note_jumps   (TvTraceBuilder *builder,
                              guint32         first,
                              guint64         text,
                              gsize           size);
void     tv_log_name_process (TvTraceBuilder *builder,
                              guint32         pid,
                              TvSpan          name,
                              gboolean        is_start);

G_END_DECLS
