/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-handlers.h"
#include "formats/ftrace/ftrace-reuse.h"

G_BEGIN_DECLS

/**
 * TvFtraceBirth:
 * @row: first event of the new owner
 * @first: first thread with the tid
 * @first_reported: first thread with the tid in the same recording
 * @before: previous owner of the tid
 * @utid: new owner of the tid
 *
 * A birth: the assignment of a tid to a different thread.
 */
typedef struct
{
  guint32 row;
  guint32 first;
  guint32 first_reported;
  guint32 before;
  guint32 utid;
} TvFtraceBirth;

/**
 * TvFtracePhase:
 * @TV_FTRACE_LIFE_NOT_SEEN: no event yet
 * @TV_FTRACE_LIFE_MADE: created; only one of the two creation events has occurred
 * @TV_FTRACE_LIFE_FORKED: created; both task_newtask and sched_process_fork have occurred
 * @TV_FTRACE_LIFE_ALIVE: has emitted an event
 * @TV_FTRACE_LIFE_EXITING: exited, but not switched away yet
 * @TV_FTRACE_LIFE_DEAD: switched away dead
 *
 * Phase of a lifetime.
 */
typedef enum
{
  TV_FTRACE_LIFE_NOT_SEEN,
  TV_FTRACE_LIFE_MADE,
  TV_FTRACE_LIFE_FORKED,
  TV_FTRACE_LIFE_ALIVE,
  TV_FTRACE_LIFE_EXITING,
  TV_FTRACE_LIFE_DEAD,
} TvFtracePhase;

/**
 * TvFtraceLife:
 * @utid: thread that has the tid
 * @first_reported: first thread with the tid in the same recording
 * @phase: phase of the thread's lifetime
 * @to_free: first thread with the tid that the kernel has not freed
 *
 * State of a tid after the last event that changed it.
 */
typedef struct
{
  guint32 utid;
  guint32 first_reported;
  TvFtracePhase phase;
  guint32 to_free;
} TvFtraceLife;

/**
 * TvFtraceLifetimes:
 * @births: #TvFtraceBirth, in event order
 *
 * Lifetimes of threads. They determine which thread has an id at a given time, because ids are reused after
 * threads end:
 *
 *     id 11   [a: newtask … exit … switch away]   [b: newtask …          ]
 *                                                       ▲ a is freed
 *
 * A lifetime begins with task_newtask, or if that is missing, with sched_process_fork. If both are missing, it
 * begins with the first event of the id after its previous thread was switched away dead. All events are
 * visited in time order before the first one is emitted, because the meaning of an event may depend on later
 * events. Lifetimes that begin or end between recordings are found only in lists of threads, see
 * ftrace-reuse.h.
 *
 * Call order: tv_ftrace_lifetimes_see() for all events that may change a lifetime, tv_ftrace_lifetimes_settle(),
 * tv_ftrace_lifetimes_emit() at each birth, tv_ftrace_lifetimes_finish().
 */
typedef struct
{
  GArray *births;

  /* Private. */
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  gboolean has_switch; /* whether the log contains switches */
  GArray *lifetimes;   /* TvFtraceLife per first thread with a tid in any recording */
  GArray *
      dying; /* guint32 per CPU, for logs without switches: exited thread that may still emit events */
  GArray *made;                      /* Made: threads and their creators in the same process */
  GArray *last_ones;                 /* guint32: utids of threads whose exit ended their process */
  guint next[TV_N_FTRACE_CONSUMERS]; /* index of the next birth, per consumer */
} TvFtraceLifetimes;

gboolean tv_ftrace_lifetimes_are_reported
                               (TvFtraceEventSet      seen);
void    tv_ftrace_lifetimes_init   (TvFtraceLifetimes        *self,
                                TvTraceBuilder       *builder,
                                TvFtraceThreads      *threads,
                                gboolean              has_switch);
void    tv_ftrace_lifetimes_clear  (TvFtraceLifetimes        *self);
void    tv_ftrace_lifetimes_see    (TvFtraceLifetimes        *self,
                                guint32               row,
                                guint32               cpu,
                                guint32               prefix,
                                const TvFtraceDecoded *decoded);
void    tv_ftrace_lifetimes_split  (TvFtraceLifetimes        *self,
                                const TvFtraceSplit  *split,
                                guint32               row);
guint32 tv_ftrace_lifetimes_get    (TvFtraceLifetimes        *self,
                                guint32               first);
void    tv_ftrace_lifetimes_settle (TvFtraceLifetimes        *self);
guint32 tv_ftrace_lifetimes_emit   (TvFtraceLifetimes        *self,
                                TvFtraceConsumer        consumer,
                                guint32               row);
void    tv_ftrace_lifetimes_finish (TvFtraceLifetimes        *self);

/**
 * tv_ftrace_lifetimes_is_steady:
 * @first: first thread with a tid, in the trace or in a recording
 *
 * Returns: whether @first is alive and still has its tid; an event that concerns only this thread then changes
 * nothing
 */
static inline gboolean
tv_ftrace_lifetimes_is_steady (const TvFtraceLifetimes *self, guint32 first)
{
  guint32 id = tv_ftrace_threads_get_first (self->threads, first);
  const TvFtraceLife *life;

  if (G_UNLIKELY (id >= self->lifetimes->len || !self->has_switch))
    return FALSE;
  life = &g_array_index (self->lifetimes, TvFtraceLife, id);
  return life->phase == TV_FTRACE_LIFE_ALIVE && life->utid == first;
}

G_END_DECLS
