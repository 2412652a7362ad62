/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceReuse:
 *
 * Ids that another thread has in a later recording, as lists of threads and processes tell that recorders make:
 * its process is another, or that began at another time.
 *
 *     recording   [ 11: a          ]            [ 11: b          ]    b, as its lists tell
 *     later                         nobody knows
 *
 * What a file says of an id by itself, such as names, samples and lines of a log, is about the thread that has it in
 * that file (tv_ftrace_threads_get()); what events of the kernel say is about the one that has it at that time
 * (ftrace-lives.h). Where nothing contradicts it a thread goes on.
 */
typedef struct
{
  TvFtraceThreads *threads;

  /* Private. */
  TvIdMap rows;    /* id → row of a fact */
  GArray *facts;   /* Fact */
  GArray *changed; /* guint32: rows of facts that the recording told that is surveyed */
  GArray *splits;  /* TvFtraceSplit */
} TvFtraceReuse;

/**
 * TvFtraceSplit:
 * @ts: from when on, in the builder's ticks
 * @first: the id of this thread, the first that had it
 * @utid: is had by this one
 *
 * The same, for events that tell of the id.
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
