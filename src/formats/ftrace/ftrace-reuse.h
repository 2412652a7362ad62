/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/**
 * TvFtraceReuse:
 *
 * Ids that belong to different threads in different recordings. The recorder's lists of threads and processes
 * reveal such ids: the thread belongs to a different process, or its process has a different start time.
 *
 *     first recording   [ 11: a          ]
 *     next recording                            [ 11: b          ]    b, according to its lists
 *
 * Data such as names, samples and log lines applies to the thread that has the id in the file
 * (tv_ftrace_threads_ensure()). Kernel events apply to the thread that has the id at the time of the event
 * (ftrace-lifetimes.h). A thread is assumed to continue unless a list contradicts this.
 */
typedef struct
{
  TvFtraceThreads *threads;

  /* Private. */
  TvIdMap rows;    /* id → index in @owners */
  GArray *owners;  /* IdOwner */
  GArray *changed; /* guint32: indexes in @owners of ids that the current recording lists */
  GArray *splits;  /* TvFtraceSplit */
} TvFtraceReuse;

/**
 * TvFtraceSplit:
 * @ts: start of the new thread, in ticks of the builder
 * @first: first thread with the id
 * @utid: new thread with the id
 *
 * The time from which an id belongs to a different thread.
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
