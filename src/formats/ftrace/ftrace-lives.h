/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-lanes.h"
#include "formats/ftrace/ftrace-reuse.h"

G_BEGIN_DECLS

/**
 * TvFtraceBirth:
 * @row: the event from which on
 * @first: the id of this thread, the first that had it
 * @first_told: the first in the same recording
 * @before: was no longer had by this one
 * @utid: but by this one
 */
typedef struct
{
  guint32 row;
  guint32 first;
  guint32 first_told;
  guint32 before;
  guint32 utid;
} TvFtraceBirth;

/**
 * TvFtracePhase:
 * @TV_FTRACE_LIFE_NOT_SEEN: nothing tells of it yet
 * @TV_FTRACE_LIFE_MADE: its maker does, and nothing else
 * @TV_FTRACE_LIFE_FORKED: two events tell that it was made
 * @TV_FTRACE_LIFE_ALIVE: it goes on
 * @TV_FTRACE_LIFE_EXITING: it ended, but is still to be switched away
 * @TV_FTRACE_LIFE_DEAD: it is over
 *
 * How far a life is.
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
 * @utid: who has the id
 * @first_told: the first that had it in the same recording
 * @phase: how far its life is
 * @to_free: the first that had the id and was not freed
 *
 * Of an id, at the event that was seen last.
 */
typedef struct
{
  guint32 utid;
  guint32 first_told;
  TvFtracePhase phase;
  guint32 to_free;
} TvFtraceLife;

/**
 * TvFtraceLives:
 * @births: #TvFtraceBirth, in the order of the events
 *
 * Lives: which thread has an id at which time, since an id is reused once its thread has ended.
 *
 *     id 11   [a: newtask … exit … switch away]   [b: newtask …          ]
 *                                                       ▲ a is freed
 *
 * A life begins with task_newtask, or sched_process_fork where that is missing, or, where both are,
 * with the next event of an id whose thread was switched away for good. Events are looked at in the
 * order of time before any is told, for what one means may depend on what comes later.
 * Between recordings lives may begin and end that nothing tells of but lists, see ftrace-reuse.h.
 */
typedef struct
{
  GArray *births;

  /* Private. */
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  gboolean has_switch; /* the log tells of switches */
  GArray *lives;       /* TvFtraceLife by utid of the first of an id, in any recording */
  GArray *dying; /* guint32 by CPU, without switches: whose lines may still be of its last life */
  GArray *made;  /* Made: threads of the same process */
  GArray *last_ones;               /* guint32: utids of threads with which their process ended */
  guint next[TV_N_FTRACE_TELLERS]; /* birth to be told */
} TvFtraceLives;

gboolean tv_ftrace_lives_are_told
                               (TvFtraceEventSet      seen);
void    tv_ftrace_lives_init   (TvFtraceLives        *self,
                                TvTraceBuilder       *builder,
                                TvFtraceThreads      *threads,
                                gboolean              has_switch);
void    tv_ftrace_lives_clear  (TvFtraceLives        *self);
void    tv_ftrace_lives_see    (TvFtraceLives        *self,
                                guint32               row,
                                guint32               cpu,
                                guint32               head,
                                const TvFtraceDigest *said);
void    tv_ftrace_lives_split  (TvFtraceLives        *self,
                                const TvFtraceSplit  *split,
                                guint32               row);
guint32 tv_ftrace_lives_get    (TvFtraceLives        *self,
                                guint32               first);
void    tv_ftrace_lives_settle (TvFtraceLives        *self);
guint32 tv_ftrace_lives_tell   (TvFtraceLives        *self,
                                TvFtraceTeller        teller,
                                guint32               row);
void    tv_ftrace_lives_finish (TvFtraceLives        *self);

/**
 * tv_ftrace_lives_is_steady:
 * @self: lives
 * @first: the first thread that had an id, perhaps in a recording
 *
 * Returns: whether it still has it, and an event whose head tells the id changes nothing if it tells of
 *   no other thread
 */
static inline gboolean
tv_ftrace_lives_is_steady (const TvFtraceLives *self, guint32 first)
{
  guint32 id = tv_ftrace_threads_get_first (self->threads, first);
  const TvFtraceLife *life;

  if (G_UNLIKELY (id >= self->lives->len || !self->has_switch))
    return FALSE;
  life = &g_array_index (self->lives, TvFtraceLife, id);
  return life->phase == TV_FTRACE_LIFE_ALIVE && life->utid == first;
}

G_END_DECLS
