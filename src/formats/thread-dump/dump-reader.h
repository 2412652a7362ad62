/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/thread-dump/dump-line.h"

G_BEGIN_DECLS

/**
 * TvDumpReader:
 * @builder: output
 * @drops_times: whether the times in the dump are dropped, because they are in a different clock than the
 *   builder
 *
 * Stateful parser of thread dumps. Lines may be in any order, and a dump may begin or end at any line. Threads
 * outside of blocks belong to a process without a name.
 */
typedef struct
{
  TvTraceBuilder *builder;
  gboolean drops_times;

  TvDumpLine block; /* first line of the process, emitted once its name is known */
  gboolean has_block;
  gboolean has_dump;
  gboolean is_between; /* whether a block has ended and the next one has not begun */
  guint32 dump;
  guint32 upid;
  guint32
      n_reported; /* declared number of threads; 0 if the dump has no end marker; TV_NONE if unknown */
  guint32 n_counted; /* number of threads so far */
  gsize file_offset; /* file offset of the block */
  guint32 title;     /* string: title of the next dump, or TV_NONE */
  guint32 dumping;   /* pid of the process that the device announced to dump next, or TV_NONE */
  gint64 next_ns;    /* time in ns from a separate line before a dump, or TV_NO_TIME */
  gint32 next_utc_offset_s; /* offset of the time zone on that line from UTC in s */
  guint32 next_pid;         /* process id from a separate line, or TV_NONE */
  guint32
      next_version; /* string: version of the virtual machine from a separate line, or TV_NONE */
  gboolean in_report;
  gboolean has_calls; /* whether the dump lists calls between processes */

  gboolean has_thread;
  gboolean has_bare_frames; /* whether frames of the thread lack the word `at` */
  gboolean is_thread_over;  /* whether an empty line has followed the thread */
  gboolean has_lock_before; /* whether a lock precedes the Java frame that waits for it */
  TvDumpThread thread;
  GArray *frames; /* guint32: frames of the thread, innermost first */
  GArray *
      /* TvDumpLock: locks of the thread; until the stack is built, their callsites are indexes into @frames */
      locks;
  GArray *attributes; /* TvDumpAttribute: attributes of the thread */
  gint64 ticks[2];    /* user and kernel CPU time in ticks, or -1 */
  gint64 hz;
  gboolean has_join;
  TvFrame last_frame;
} TvDumpReader;

void tv_dump_reader_init  (TvDumpReader     *self,
                           TvTraceBuilder   *builder);
void tv_dump_reader_emit  (TvDumpReader     *self,
                           const TvDumpLine *line,
                           gsize             file_offset);
void tv_dump_reader_end   (TvDumpReader     *self);
void tv_dump_reader_clear (TvDumpReader     *self);

/* Functions for single threads, which readers of other formats share. */
void tv_dump_reader_begin_thread (TvDumpReader     *self,
                                  const TvDumpLine *line);
guint32 tv_dump_reader_end_thread (TvDumpReader    *self);
void tv_dump_reader_add_frame    (TvDumpReader     *self,
                                  const TvDumpLine *line);
void tv_dump_reader_repeat_frame (TvDumpReader     *self,
                                  guint32           n);
void tv_dump_reader_add_lock     (TvDumpReader     *self,
                                  const TvDumpLine *line);
void tv_dump_reader_set_owner    (TvDumpReader     *self,
                                  guint32           vm_tid);
void tv_dump_reader_add_attributes (TvDumpReader   *self,
                                  TvSpan            rest);
void tv_dump_reader_add_thread_attribute (TvDumpReader  *self,
                                  TvSpan            name,
                                  TvSpan            value);
void tv_dump_reader_add_channel  (TvDumpReader     *self,
                                  const TvDumpLine *line);
guint32 tv_dump_reader_intern    (TvDumpReader     *self,
                                  TvSpan            text);

G_END_DECLS
