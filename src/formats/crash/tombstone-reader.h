/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/crash/fault-reader.h"

G_BEGIN_DECLS

/**
 * TvTombstonePart:
 * @TV_TOMBSTONE_OUTSIDE: before the first tombstone, or after an interrupted one
 * @TV_TOMBSTONE_HEADER: details of the crash or of a thread, and registers
 * @TV_TOMBSTONE_ABORT: abort message, which may have several lines
 * @TV_TOMBSTONE_FRAMES: frames of a stack
 * @TV_TOMBSTONE_STACK: memory words of the stack
 * @TV_TOMBSTONE_MEMORY: memory near a register
 * @TV_TOMBSTONE_REGIONS: memory map
 * @TV_TOMBSTONE_FILES: open files
 * @TV_TOMBSTONE_LOG: device log lines
 * @TV_TOMBSTONE_TAGS: memory tags around the fault address
 * @TV_TOMBSTONE_JAVA: uncaught Java exception, in xCrash's format
 *
 * Sections of a tombstone.
 */
typedef enum
{
  TV_TOMBSTONE_OUTSIDE,
  TV_TOMBSTONE_HEADER,
  TV_TOMBSTONE_ABORT,
  TV_TOMBSTONE_FRAMES,
  TV_TOMBSTONE_STACK,
  TV_TOMBSTONE_MEMORY,
  TV_TOMBSTONE_REGIONS,
  TV_TOMBSTONE_FILES,
  TV_TOMBSTONE_LOG,
  TV_TOMBSTONE_TAGS,
  TV_TOMBSTONE_JAVA,
} TvTombstonePart;

/**
 * TvTombstoneReader:
 * @faults: output
 * @part: current section
 * @ts: time of the tombstone in ns since 1970, or %TV_NO_TIME
 * @local_s: local wall clock time of the tombstone in s since 1970
 * @utc_offset_s: offset of local time from UTC in s, or %G_MININT32
 * @near: string id of the register that points near the current memory words, or %TV_NONE
 * @region: string id of the name of the mapping that contains these words, or %TV_NONE
 * @log_start: file offset of the first line of the open log
 * @log_buffer: string id of the log buffer's name, or %TV_NONE
 * @n_reported: expected number of frames of the next stack, or %TV_NONE
 * @n_counted: number of frames so far
 * @n_regions_reported: expected number of mappings, or %TV_NONE
 * @n_regions: number of mappings so far
 * @is_logged: whether the lines come from a device log
 * @logged_ts: timestamp of the current log line in ns, or %TV_NO_TIME
 *
 * Stateful parser of text tombstones.
 */
typedef struct
{
  TvFaultReader faults;
  TvTombstonePart part;
  gint64 ts;
  gint64 local_s;
  gint32 utc_offset_s;
  guint32 near;
  guint32 region;
  gsize log_start;
  guint32 log_buffer;
  guint32 n_reported;
  guint32 n_counted;
  guint32 n_regions_reported;
  guint32 n_regions;
  gsize file_offset; /* file offset of the line that states the number of frames or mappings */
  gboolean may_end;  /* whether the last line of the abort message ends with an apostrophe */
  gboolean is_first_thread;
  gboolean is_logged;
  gint64 logged_ts;
  GArray *java; /* TvDumpLine: frames of the current exception and of the one that it caused */
} TvTombstoneReader;

void tv_tombstone_reader_init   (TvTombstoneReader *self,
                                 TvTraceBuilder    *builder,
                                 GBytes            *bytes);
void tv_tombstone_reader_emit   (TvTombstoneReader *self,
                                 TvSpan             line,
                                 gsize              file_offset);
void tv_tombstone_reader_interrupt (TvTombstoneReader *self);
void tv_tombstone_reader_interrupt_at (TvTombstoneReader *self,
                                 gsize              file_offset);
void tv_tombstone_reader_finish (TvTombstoneReader *self,
                                 gsize              end,
                                 gint64             latest_s);
void tv_tombstone_reader_clear  (TvTombstoneReader *self);

/* The following functions are private to the source files of the tombstone reader. */
gboolean tv_tombstone_emit_memory (TvTombstoneReader *self,
                                   TvSpan             line);
gboolean tv_tombstone_emit_region (TvTombstoneReader *self,
                                   TvSpan             line);
gboolean tv_tombstone_emit_file   (TvTombstoneReader *self,
                                   TvSpan             line);

/* The following functions parse the time of a tombstone. Readers of other formats also call them. */
gboolean tv_tombstone_parse_time (TvSpan    text,
                                  gint64   *ns,
                                  gint64   *local_s,
                                  gint32   *utc_offset_s);
gboolean tv_tombstone_parse_quoted_time (TvSpan  text,
                                  gint64   *ns,
                                  gint64   *local_s,
                                  gint32   *utc_offset_s);

G_END_DECLS
