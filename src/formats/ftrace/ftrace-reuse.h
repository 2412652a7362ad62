/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceReuse:
 *
 * Ids that belong to another thread in a later recording. The recorder's lists of threads and processes show this if
 * the thread has another process, or its process another start time.
 *
 *     recording   [ 11: a          ]            [ 11: b          ]    b, according to its lists
 *     later                         nobody knows
 *
 * Data of a file about an id, such as names, samples and log lines, applies to the thread that has the id in that file
 * (tv_ftrace_threads_get()). Kernel events apply to the thread that has the id at that time (ftrace-lifetimes.h). A thread
 * continues unless a list contradicts it.
 */
typedef struct
{
  TvFtraceThreads *threads;

  /* Private. */
  TvIdMap rows;    /* id → row in @facts */
  GArray *facts;   /* Fact */
  GArray *changed; /* guint32: rows of facts with data of the current recording */
  GArray *splits;  /* TvFtraceSplit */
} TvFtraceReuse;

/**
 * TvFtraceSplit:
 * @ts: start of the new owner, in the builder's ticks
 * @first: first thread with the id
 * @utid: new owner of the id
 *
 * A reuse of an id, for events with that id.
 */
typedef struct
{
  gint64 ts;
  guint32 first;
  guint32 utid;
} TvFtraceSplit;

void    tv_ftrace_reuse_init         (TvFtraceReuse   *self,
                                      TvFtraceThreads *threads);
void    tv_ftrace_reuse_clear        (TvFtraceReuse   *self);
void    tv_ftrace_reuse_note_thread  (TvFtraceReuse   *self,
                                      gint32           tid,
                                      gint32           tgid);
void    tv_ftrace_reuse_note_process (TvFtraceReuse   *self,
                                      gint32           pid,
                                      guint64          start);
void    tv_ftrace_reuse_settle       (TvFtraceReuse   *self);

G_END_DECLS
