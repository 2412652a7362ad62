/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/thread-dump/dump-line.h"

G_BEGIN_DECLS

/**
 * TvDumpReader:
 * @builder: output
 * @drops_times: whether to drop the times in the dump, because the builder uses a different clock
 *
 * Stateful parser of thread dumps, line by line. Accepts incomplete dumps, which may begin or end at any line.
 * Threads outside process blocks (`----- pid …`) belong to an unknown process.
 */
typedef struct
{
  TvTraceBuilder *builder;
  gboolean drops_times;

  TvDumpLine block; /* first line of the block; emitted once the process name is known */
  gboolean has_block;
  gboolean has_dump;
  gboolean is_between; /* whether a block has ended and the next one has not begun */
  guint32 dump;
  guint32 upid;
  guint32 n_reported; /* declared number of threads; 0 without an end marker; TV_NONE if unknown */
  guint32 n_counted;  /* number of threads so far */
  gsize file_offset;  /* offset of the first line of the dump or block */
  guint32 title;      /* string id of the next dump's title, or TV_NONE */
  guint32 dumping;    /* pid of the process that the device will dump next, or TV_NONE */
  gint64 next_ns;     /* time in ns from a separate line before a dump, or TV_NO_TIME */
  gint32 next_utc_offset_s; /* offset from UTC in s of the time zone in that line */
  guint32 next_pid;         /* process id from a separate line before a dump, or TV_NONE */
  guint32 next_version;     /* string id of the virtual machine's version, or TV_NONE */
  gboolean is_partial;      /* whether the current dump is from a report that omits parts of it */
  gboolean in_report;
  gboolean has_calls; /* whether the file lists binder calls */

  gboolean has_thread;
  gboolean has_bare_frames; /* whether frames of the thread are without the word `at` */
  gboolean is_thread_over;  /* whether an empty line has followed the thread */
  gboolean has_lock_before; /* whether a lock precedes the managed frame that waits for it */
  TvDumpThread thread;
  GArray *frames;     /* guint32: frames of the thread, innermost first */
  GArray *locks;      /* TvDumpLock; callsites are indexes in @frames until the stack is built */
  GArray *attributes; /* TvDumpAttribute: attributes of the thread */
  gint64 ticks[2];    /* CPU time in user and kernel mode in ticks, or -1 */
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

/* The following functions handle single threads; readers of other formats use them, too. */
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
