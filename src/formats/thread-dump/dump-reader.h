/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/thread-dump/dump-line.h"

G_BEGIN_DECLS

/**
 * TvDumpReader:
 * @builder: what it tells
 * @has_no_clock: times are of another clock than the builder's
 *
 * What lines of dumps mean one after another. They may come in any order and begin or end anywhere; what
 * is in no block belongs to a process without a name.
 */
typedef struct
{
  TvTraceBuilder *builder;
  gboolean has_no_clock;

  TvDumpLine block; /* what the process began with, which is told once its name is known */
  gboolean has_block;
  gboolean has_dump;
  gboolean is_between; /* a block ended, and the next has not begun */
  guint32 dump;
  guint32 upid;
  guint32 n_told;       /* how many threads the list says it has, or TV_NONE */
  guint32 n_counted;    /* of these, so many came */
  gsize where;          /* of the block */
  guint32 title;        /* of the next dump, or TV_NONE */
  guint32 dumping;      /* pid that the device said it would dump next, or TV_NONE */
  gint64 next_ns;       /* time that stands alone before a dump of HotSpot */
  guint32 next_pid;     /* the same of a process, or TV_NONE */
  guint32 next_version; /* string: the same of a virtual machine, or TV_NONE */
  gboolean in_report;
  gboolean has_calls; /* between processes */

  gboolean has_thread;
  gboolean has_bare_frames; /* without `at`; of the thread */
  gboolean is_thread_over;  /* an empty line came after it */
  TvDumpThread thread;
  GArray *frames;  /* guint32 */
  GArray *locks;   /* TvDumpLock, whose callsites are still frames of the thread, from 0 */
  GArray *facts;   /* TvDumpFact, of the thread */
  gint64 ticks[2]; /* CPU time outside the kernel and in it, or -1 */
  gint64 hz;
  gboolean has_join;
  TvFrame last_frame;
} TvDumpReader;

void tv_dump_reader_init  (TvDumpReader     *self,
                           TvTraceBuilder   *builder);
void tv_dump_reader_tell  (TvDumpReader     *self,
                           const TvDumpLine *line,
                           gsize             where);
void tv_dump_reader_end   (TvDumpReader     *self);
void tv_dump_reader_clear (TvDumpReader     *self);

/* The thread that is read, for readers of dumps in other words too. */
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
void tv_dump_reader_add_thread_fact (TvDumpReader  *self,
                                  TvSpan            name,
                                  TvSpan            value);
void tv_dump_reader_add_channel  (TvDumpReader     *self,
                                  const TvDumpLine *line);
guint32 tv_dump_reader_intern    (TvDumpReader     *self,
                                  TvSpan            text);

G_END_DECLS
