/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/**
 * TvFtraceNameSource:
 * @TV_FTRACE_NAME_NONE: no name
 * @TV_FTRACE_NAME_HEAD: the head of its lines. The kernel prints the name it remembers at read time: the last name of
 *   the id
 * @TV_FTRACE_NAME_FREE: the free event of a task with its id, which may be an earlier one
 * @TV_FTRACE_NAME_BIRTH: its creator, whose name it has at first
 * @TV_FTRACE_NAME_EVENT: a switch, a wakeup or its exit
 * @TV_FTRACE_NAME_RENAME: a rename or an exec
 * @TV_FTRACE_NAME_LISTED: a list of threads by the recorder
 * @TV_FTRACE_NAME_OWN: its program
 *
 * Sources of thread names, from least to most reliable.
 */
typedef enum
{
  TV_FTRACE_NAME_NONE,
  TV_FTRACE_NAME_HEAD,
  TV_FTRACE_NAME_FREE,
  TV_FTRACE_NAME_BIRTH,
  TV_FTRACE_NAME_EVENT,
  TV_FTRACE_NAME_RENAME,
  TV_FTRACE_NAME_LISTED,
  TV_FTRACE_NAME_OWN,
} TvFtraceNameSource;

/**
 * TvFtraceThread:
 * @name: string: current name, or %TV_NONE
 * @source: source of @name
 * @first_tgid: first process in the heads of its lines, or 0; of the first thread of an id
 * @last_tgid: last process in the heads of its lines
 * @first_main: first thread with the id @first_tgid in that recording
 * @last_main: likewise of @last_tgid
 * @process: process whose main thread it is, or %TV_NONE
 * @leader: main thread of the process with its id: itself, or the previous thread with the id unless it was created
 *   with a process of its own, because that process may continue
 * @next: next thread with its id in the same recording, or %TV_NONE
 * @first: first thread with its id in any recording
 * @later: of the first thread of an id in a recording: that of a later recording, if known to be another, or %TV_NONE
 * @session: of such a later thread and its successors: session of its start, see #TvFtraceThreads; else 0
 * @is_made: whether the log contains its creation with the information whether it has a process of its own
 * @seen: timestamp of its first event, in ticks, or %G_MAXINT64; only if ids may be reused
 * @freed: timestamp of its free event, in ticks, or %G_MAXINT64
 *
 * Data of a thread in addition to the builder's.
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
 * Consumers of events that call the builder. Each has a current event, and so has the ownership of ids.
 */
typedef enum
{
  TV_FTRACE_CONSUMER_REST,
  TV_FTRACE_CONSUMER_SCHED,
  TV_N_FTRACE_CONSUMERS,
} TvFtraceConsumer;

/**
 * TvFtraceThreads:
 * @session: number of the current recording, or of several that overlap; 0 for data not of a single one
 * @n_later: number of ids that are reused in a later recording
 *
 * The threads and processes of a log with ids, processes and names. An id stands for the first thread that had it;
 * tv_ftrace_threads_get_now() returns its owner at the current event, see ftrace-lifetimes.h. Data of a single recording
 * about an id applies to the first thread that had it there, see ftrace-reuse.h.
 *
 * Each machine has its own ids. Current ids are those of @machine, which all consumers set except that of scheduling.
 */
typedef struct
{
  TvTraceBuilder *builder;
  guint32 machine;
  TvIdMap utids;        /* machine << 32 | tid → utid of the first owner */
  GArray *threads;      /* TvFtraceThread by utid */
  GArray *main_threads; /* guint32 per upid: utid */
  GArray *with_tgid;    /* guint32: utids with a known process, in that order */
  /* guint32 by utid of the first owner: current owner; empty without reused ids */
  GArray *now[TV_N_FTRACE_CONSUMERS];
  guint session;
  guint n_later;
} TvFtraceThreads;

void    tv_ftrace_threads_init        (TvFtraceThreads   *self,
                                       TvTraceBuilder    *builder);
void    tv_ftrace_threads_clear       (TvFtraceThreads   *self);
void    tv_ftrace_threads_set_machine (TvFtraceThreads   *self,
                                       guint32            machine);
guint32 tv_ftrace_threads_get         (TvFtraceThreads   *self,
                                       gint32             tid);
guint32 tv_ftrace_threads_add         (TvFtraceThreads   *self,
                                       guint32            before);
guint32 tv_ftrace_threads_add_later   (TvFtraceThreads   *self,
                                       guint32            before);
void    tv_ftrace_threads_follow      (TvFtraceThreads   *self);
guint32 tv_ftrace_threads_get_named   (TvFtraceThreads   *self,
                                       gint32             tid,
                                       TvSpan             comm);
void    tv_ftrace_threads_name        (TvFtraceThreads   *self,
                                       guint32            utid,
                                       TvFtraceNameSource source,
                                       guint32            name);
gboolean tv_ftrace_threads_is_name    (TvSpan             comm);
void    tv_ftrace_threads_forget_heads (TvFtraceThreads  *self);
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

/* Returns: the first thread with the id of @utid, which is the first in a recording */
static inline guint32
tv_ftrace_threads_get_first (const TvFtraceThreads *self, guint32 utid)
{
  return G_LIKELY (self->n_later == 0) ? utid : tv_ftrace_threads_peek (self, utid)->first;
}

/* Returns: utid of the first thread with the id, or %TV_NONE */
static inline guint32
tv_ftrace_threads_find (const TvFtraceThreads *self, gint32 tid)
{
  return tv_id_map_find (&self->utids, (guint64) self->machine << 32 | (guint32) tid);
}

/* Returns: the process of which the thread is the main thread, or %TV_NONE */
static inline guint32
tv_ftrace_threads_find_process (const TvFtraceThreads *self, guint32 utid)
{
  return tv_ftrace_threads_peek (self, tv_ftrace_threads_peek (self, utid)->leader)->process;
}

/* Returns: owner of the id of @first at the consumer's current event */
static inline guint32
tv_ftrace_threads_get_now (const TvFtraceThreads *self, TvFtraceConsumer consumer, guint32 first)
{
  const GArray *now = self->now[consumer];

  return G_LIKELY (first >= now->len) ? first : g_array_index (now, guint32, first);
}

G_END_DECLS
