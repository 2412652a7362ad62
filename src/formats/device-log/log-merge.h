/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/device-log/log-part.h"

G_BEGIN_DECLS

/**
 * TvLogMerge:
 * @builder: what is told
 * @text: where the file begins among the texts of lines
 * @first: the row of its first line
 * @year: of times without one: how many years after the first line
 * @last_yearless: the time of the line before, or %TV_NO_TIME
 * @last_ts: likewise, with its years
 * @buffer: string: which the lines are of, or %TV_NONE
 * @next_buffer: likewise, of the next line alone
 * @kinds: 1 << #TvLogTimeKind of each that lines have
 * @has_month_0: some line is of month 00
 * @utc_offset_s: of the first line with a zone
 * @n_unknown: lines that are no records
 * @n_lost: lines that the device dropped
 *
 * Tells the parts of a log to the builder, one after the other.
 */
typedef struct
{
  TvTraceBuilder *builder;
  guint64 text;
  guint32 first;
  gint64 year;
  gint64 last_yearless;
  gint64 last_ts;
  guint32 buffer;
  guint32 next_buffer;
  guint kinds;
  gboolean has_month_0;
  gint32 utc_offset_s;
  TvLogPartCount n_unknown;
  TvLogPartCount n_lost;
} TvLogMerge;

void     tv_log_merge_init   (TvLogMerge     *self,
                              TvTraceBuilder *builder,
                              GBytes         *bytes);
gboolean tv_log_merge_add    (TvLogMerge     *self,
                              const TvLogPart *part);
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
