/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/device-log/log-inside.h"

/* Reads the logcat or hilog sections of tombstones, fault logs and mixed incident files, with log-chunk.c and
 * log-merge.c. Called by the readers in formats/crash. Adds lines to the builder. If the offset from UTC is known,
 * tv_log_inside_finish() converts the timestamps of these lines from local time to UTC. */

/**
 * tv_log_inside_init:
 * @self: (out): struct to initialize
 * @builder: output
 * @bytes: file that contains the logs, or text generated from the file; must outlive @self
 */
void
tv_log_inside_init (TvLogInside *self, TvTraceBuilder *builder, GBytes *bytes)
{
  *self = (TvLogInside){ .merge = { .builder = builder }, .bytes = bytes };
}

/**
 * tv_log_inside_add:
 * @self: log sections of a file
 * @start: offset of the first line in the bytes
 * @end: offset after the last line
 * @buffer: string id of the log buffer's name, or %TV_NONE
 *
 * Emits the lines of a section. Lines that are not log records are emitted as plain text. Does nothing if the section
 * is not a log.
 */
void
tv_log_inside_add (TvLogInside *self, gsize start, gsize end, guint32 buffer)
{
  TvLogChunk part = { .text = g_bytes_get_data (self->bytes, NULL),
                      .start = start,
                      .end = end,
                      .all_strings = tv_trace_builder_get_strings (self->merge.builder) };

  if (start >= end || !tv_log_shape_find (part.text + start, end - start, TRUE, &part.shape))
    return;
  /* The builder keeps the bytes in memory once they are registered, so they are registered only if they contain log
   * lines. */
  if (self->n++ == 0)
    tv_log_merge_init (&self->merge, self->merge.builder, self->bytes);
  self->merge.buffer = buffer;
  tv_log_chunk_read (&part);
  /* The times stay local until tv_log_inside_finish(), because the report contains the time zone. */
  g_array_set_size (part.zones, 0);
  tv_log_merge_add (&self->merge, &part);
  tv_log_chunk_clear (&part);
}

/* Converts local times to UTC with the offset that the surrounding file contains. Does nothing if any line has a time
 * zone, because times are then already in UTC. */
static void
shift_to_utc (TvLogInside *self, gint32 utc_offset_s)
{
  TvLogLines lines;

  tv_trace_builder_get_log_lines (self->merge.builder, &lines);
  if ((self->merge.kinds & 1u << TV_LOG_TIME_UTC) != 0)
    return;
  for (guint32 i = self->merge.first; i < lines.n; i++)
    if (lines.ts[i] != TV_NO_TIME)
      lines.ts[i] -= utc_offset_s * TV_LOG_NS_PER_S;
  tv_trace_builder_set_log_clock (self->merge.builder, TV_LOG_CLOCK_UTC, utc_offset_s);
}

/**
 * tv_log_inside_finish:
 * @self: all log sections of a file
 * @latest_s: local time in s since 1970 that no timestamp exceeds
 * @utc_offset_s: offset of local time from UTC in s, or %G_MININT32 if unknown
 *
 * Determines the years and the clock of all added lines.
 */
void
tv_log_inside_finish (TvLogInside *self, gint64 latest_s, gint32 utc_offset_s)
{
  if (self->n == 0)
    return;
  if (self->is_made)
    self->merge.n_unknown.file_offset = self->merge.n_lost.file_offset = -1;
  tv_log_merge_finish (&self->merge, latest_s, self->is_made ? 0 : g_bytes_get_size (self->bytes));
  if (utc_offset_s != G_MININT32)
    shift_to_utc (self, utc_offset_s);
}
