/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/clocks.h"
#include "formats/crash/fault-reader.h"

G_BEGIN_DECLS

/**
 * TvTombstonePart:
 * @TV_TOMBSTONE_OUTSIDE: before the first
 * @TV_TOMBSTONE_HEAD: facts of the file or of a thread, registers
 * @TV_TOMBSTONE_ABORT: a message that goes on
 * @TV_TOMBSTONE_FRAMES: a stack
 * @TV_TOMBSTONE_STACK: what lies on it
 * @TV_TOMBSTONE_MEMORY: memory near a register
 * @TV_TOMBSTONE_REGIONS: the map of its memory
 * @TV_TOMBSTONE_FILES: what it had open
 * @TV_TOMBSTONE_LOG: lines of the device's log
 * @TV_TOMBSTONE_TAGS: tags of memory around the fault
 * @TV_TOMBSTONE_JAVA: an exception of Java that nobody caught, as xCrash writes it
 *
 * Where a reader is.
 */
typedef enum
{
  TV_TOMBSTONE_OUTSIDE,
  TV_TOMBSTONE_HEAD,
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
 * @faults: what is told
 * @part: where it is
 * @ts: of the tombstone, or %TV_NO_TIME
 * @local_s: that time as a clock on the wall shows it
 * @utc_offset_s: by how much that is ahead of UTC, or %G_MININT32
 * @near: what words of memory are near to
 * @region: what that place is called
 * @log_start: offset of the first line of a log
 * @log_buffer: string: what it is of
 * @n_told: how many frames the next stack is said to have, or %TV_NONE
 * @n_counted: how many came
 * @n_regions_told: likewise of the map of memory
 * @n_regions: how many came
 * @is_logged: the lines are of a log, with others around them, and not of a file of their own
 * @logged_ts: of such a line when it was logged, or %TV_NO_TIME
 *
 * What lines of tombstones mean one after another.
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
  guint32 n_told;
  guint32 n_counted;
  guint32 n_regions_told;
  guint32 n_regions;
  gsize where;      /* of what a number was told of */
  gboolean may_end; /* the last line of a message ends with a quote */
  gboolean is_first_thread;
  gboolean is_logged;
  gint64 logged_ts;
  GArray *java; /* TvDumpLine: frames of the exception that is read */
} TvTombstoneReader;

void tv_tombstone_reader_init   (TvTombstoneReader *self,
                                 TvTraceBuilder    *builder,
                                 GBytes            *bytes);
void tv_tombstone_reader_tell   (TvTombstoneReader *self,
                                 TvSpan             line,
                                 gsize              where);
void tv_tombstone_reader_interrupt (TvTombstoneReader *self);
void tv_tombstone_reader_interrupt_at (TvTombstoneReader *self,
                                 gsize              where);
void tv_tombstone_reader_finish (TvTombstoneReader *self,
                                 gsize              end,
                                 gint64             latest_s);
void tv_tombstone_reader_clear  (TvTombstoneReader *self);

/* Private to the reader. */
gboolean tv_tombstone_tell_memory (TvTombstoneReader *self,
                                   TvSpan             line);
gboolean tv_tombstone_tell_region (TvTombstoneReader *self,
                                   TvSpan             line);
gboolean tv_tombstone_tell_file   (TvTombstoneReader *self,
                                   TvSpan             line);

/* The time that a tombstone tells, also for the other way of writing one. */
gboolean tv_tombstone_parse_time (TvSpan    text,
                                  gint64   *ns,
                                  gint64   *local_s,
                                  gint32   *utc_offset_s);
gboolean tv_tombstone_parse_quoted_time (TvSpan  text,
                                  gint64   *ns,
                                  gint64   *local_s,
                                  gint32   *utc_offset_s);

G_END_DECLS
