/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/* Maps the thread and process ids of logs to threads (utids) and processes (upids) of the builder. Several threads may
 * have the same id, one after another, because ids are reused:
 *
 *            first recording          later recording
 *   id 11    [ a ]──next──▶[ b ]      [ c ]──next──▶[ d ]
 *              └────────later─────────▶┘
 *
 *   first     a for all four threads; it represents the id
 *   current   thread that has the id at the current event of a consumer: tv_ftrace_threads_get_now()
 *   leader    main thread of the process whose id is 11. If b does not start a new process, its leader is a
 *
 * Call order: tv_ftrace_threads_init(); while the log is read, lookups, names and new threads, with
 * tv_ftrace_threads_set_machine() before ids of another machine are used. After the last thread,
 * tv_ftrace_threads_settle_tgids(). If ids are reused, also tv_ftrace_threads_follow(), and after the last event,
 * tv_ftrace_threads_forget_prefixes(). */

/**
 * TvFtraceNameSource:
 * @TV_FTRACE_NAME_NONE: no name
 * @TV_FTRACE_NAME_PREFIX: line prefix; the kernel prints the last name that it has stored for the tid when the log is
 *   read
 * @TV_FTRACE_NAME_FREE: event that frees a task with the tid, which may be an earlier task
 * @TV_FTRACE_NAME_BIRTH: name of the creator, which a new thread has at first
 * @TV_FTRACE_NAME_EVENT: switch, wakeup or exit
 * @TV_FTRACE_NAME_RENAME: rename or exec
 * @TV_FTRACE_NAME_LISTED: recorder's list of threads
 * @TV_FTRACE_NAME_OWN: the thread's own program
 *
 * Source of a thread name, from least to most reliable.
 */
typedef enum
{
  TV_FTRACE_NAME_NONE,
  TV_FTRACE_NAME_PREFIX,
  TV_FTRACE_NAME_FREE,
  TV_FTRACE_NAME_BIRTH,
  TV_FTRACE_NAME_EVENT,
  TV_FTRACE_NAME_RENAME,
  TV_FTRACE_NAME_LISTED,
  TV_FTRACE_NAME_OWN,
} TvFtraceNameSource;

/**
 * TvFtraceThread:
 * @name: string id of the current name, or %TV_NONE
 * @source: source of @name
 * @first_tgid: first process id in the line prefixes with the tid; 0 if none; set for the first thread with a tid
 * @last_tgid: last process id in these line prefixes; 0 if none
 * @first_main: first thread whose tid is @first_tgid in that recording
 * @last_main: first thread whose tid is @last_tgid in that recording
 * @process: process of which the thread is the main thread, or %TV_NONE
 * @leader: main thread of the process whose id is the tid: the thread itself if it is the first one with the tid or
 *   was created with a new process; otherwise the leader of the previous thread with the tid, whose process may
 *   continue
 * @next: next thread with the tid in the same recording, or %TV_NONE
 * @first: first thread with the tid in any recording
 * @later: for the first thread with a tid in a recording, the first one in a later recording if known to be a
 *   different thread; otherwise %TV_NONE
 * @session: for such a later thread and its successors, session of the start, see #TvFtraceThreads; otherwise 0
 * @is_made: whether the log contains the thread's task_newtask event, which also shows whether the thread belongs to
 *   a new process
 * @seen: timestamp of the thread's first event in ticks, or %G_MAXINT64; set only if tids may be reused
 * @freed: timestamp in ticks of the event that frees the thread; %G_MAXINT64 if none
 *
 * A thread of a log. The builder stores all further properties of the thread.
 */
typedef struct
{
  guint32 name;
  TvFtraceNameSource source;
  gint32 first_tgid;
  gint32 last_tgid;
  guint32 first_main;
  guint32 last_main;
  guint32 process;
  guint32 leader;
  guint32 next;
  guint32 first;
  guint32 later;
  guint session;
  gboolean is_made;
  gint64 seen;
  gint64 freed;
} TvFtraceThread;

/**
 * TvFtraceConsumer:
 *
 * Consumer of events that calls the builder. Each consumer is at a different event, and therefore has its own mapping
 * from tids to threads.
 */
typedef enum
{
  TV_FTRACE_CONSUMER_REST,
  TV_FTRACE_CONSUMER_SCHED,
  TV_N_FTRACE_CONSUMERS,
} TvFtraceConsumer;

/**
 * TvFtraceThreads:
 * @session: number of the current recording or group of overlapping recordings; 0 for data that does not belong to a
 *   single recording
 * @n_later: number of tids that are reused in a later recording
 *
 * The threads of a file. Lifetimes determine the current thread with a tid, see ftrace-lifetimes.h. Data of a single
 * recording applies to the first thread with the tid in that recording, see ftrace-reuse.h.
 *
 * Each machine has its own tids. All lookups refer to the current @machine. All consumers except that of scheduling
 * events set @machine.
 */
typedef struct
{
  TvTraceBuilder *builder;
  guint32 machine;
  TvIdMap utids;        /* machine << 32 | tid → utid of the first thread with the tid */
  GArray *threads;      /* TvFtraceThread per utid */
  GArray *main_threads; /* guint32 per upid: utid of the main thread */
  GArray *with_tgid;    /* guint32: utids of threads with a process in line prefixes */
  /* guint32 per utid of a first thread with a tid: current thread with the tid; empty if no tid is reused */
  GArray *now[TV_N_FTRACE_CONSUMERS];
  guint session;
  guint n_later;
} TvFtraceThreads;

void    tv_ftrace_threads_init        (TvFtraceThreads   *self,
                                       TvTraceBuilder    *builder);
void    tv_ftrace_threads_clear       (TvFtraceThreads   *self);
void    tv_ftrace_threads_set_machine (TvFtraceThreads   *self,
                                       guint32            machine);
guint32 tv_ftrace_threads_ensure         (TvFtraceThreads   *self,
                                       gint32             tid);
guint32 tv_ftrace_threads_add         (TvFtraceThreads   *self,
                                       guint32            before);
guint32 tv_ftrace_threads_add_later   (TvFtraceThreads   *self,
                                       guint32            before);
void    tv_ftrace_threads_follow      (TvFtraceThreads   *self);
guint32 tv_ftrace_threads_ensure_named   (TvFtraceThreads   *self,
                                       gint32             tid,
                                       TvSpan             comm);
void    tv_ftrace_threads_name        (TvFtraceThreads   *self,
                                       guint32            utid,
                                       TvFtraceNameSource source,
                                       guint32            name);
gboolean tv_ftrace_threads_is_name    (TvSpan             comm);
void    tv_ftrace_threads_forget_prefixes (TvFtraceThreads  *self);
void    tv_ftrace_threads_set_tgid    (TvFtraceThreads   *self,
                                       guint32            utid,
                                       gint32             tgid);
void    tv_ftrace_threads_settle_tgids (TvFtraceThreads  *self);
guint32 tv_ftrace_threads_make_process (TvFtraceThreads  *self,
                                       guint32            utid);
guint32 tv_ftrace_threads_find_main   (const TvFtraceThreads *self,
                                       guint32            upid);
guint32 tv_ftrace_threads_get_process (TvFtraceThreads   *self,
                                       gint32             pid);
void    tv_ftrace_threads_set_process (TvFtraceThreads   *self,
                                       guint32            utid,
                                       gint32             pid);

static inline TvFtraceThread *
tv_ftrace_threads_peek (const TvFtraceThreads *self, guint32 utid)
{
  return &g_array_index (self->threads, TvFtraceThread, utid);
}

/* Returns the first thread in any recording with the tid of @utid. @utid is the first thread with the tid in a
 * recording. */
static inline guint32
tv_ftrace_threads_get_first (const TvFtraceThreads *self, guint32 utid)
{
  return G_LIKELY (self->n_later == 0) ? utid : tv_ftrace_threads_peek (self, utid)->first;
}

/* Returns the utid of the first thread with the tid; TV_NONE if there is none. */
static inline guint32
tv_ftrace_threads_find (const TvFtraceThreads *self, gint32 tid)
{
  return tv_id_map_find (&self->utids, (guint64) self->machine << 32 | (guint32) tid);
}

/* Returns the process whose pid is the tid of @utid, which is the process of its leader; TV_NONE if there is none. */
static inline guint32
tv_ftrace_threads_find_process (const TvFtraceThreads *self, guint32 utid)
{
  return tv_ftrace_threads_peek (self, tv_ftrace_threads_peek (self, utid)->leader)->process;
}

/* Returns the thread that has the tid of @first at the consumer's current event. */
static inline guint32
tv_ftrace_threads_get_now (const TvFtraceThreads *self, TvFtraceConsumer consumer, guint32 first)
{
  const GArray *now = self->now[consumer];

  return G_LIKELY (first >= now->len) ? first : g_array_index (now, guint32, first);
}

G_END_DECLS
