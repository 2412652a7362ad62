/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/**
 * TvFtraceNameSource:
 * @TV_FTRACE_NAME_NONE: nothing
 * @TV_FTRACE_NAME_HEAD: the head of its lines. The kernel prints there what it remembers when the log
 *   is read: the last name that its id had
 * @TV_FTRACE_NAME_FREE: a task of its id that is freed, which may be an earlier one
 * @TV_FTRACE_NAME_BIRTH: who made it, whose name it has at first
 * @TV_FTRACE_NAME_EVENT: a switch, a wakeup or its exit
 * @TV_FTRACE_NAME_RENAME: that it is renamed, or what it executes
 * @TV_FTRACE_NAME_LISTED: a list of threads that the recorder made
 * @TV_FTRACE_NAME_OWN: its program
 *
 * What tells a thread's name, the less trusted before the more.
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
 * @name: string: what it is called, or %TV_NONE
 * @source: what tells that
 * @first_tgid: the process that the head of its lines tells first, or 0; of the first thread of an id
 * @last_tgid: the one that it tells last
 * @first_main: the first thread that had the id @first_tgid in that recording
 * @last_main: likewise of @last_tgid
 * @process: the process whose main thread it is, or %TV_NONE
 * @leader: the thread that leads the process of its id: itself, or, where it is not told that it was
 *   made with a process of its own, the one before it, whose process may go on
 * @next: the thread that had its id after it in the same recording, or %TV_NONE
 * @first: the first that had its id in any recording
 * @later: of the first of an id in a recording: that of a later one, if it is known to be another, or %TV_NONE
 * @session: of such a later one and of those that had the id after it: since when, see #TvFtraceThreads; else 0
 * @is_made: it was made in the log, with word of whether it belongs to a process that was there
 * @seen: when it is told of first, in ticks, or %G_MAXINT64; where ids may be given anew
 * @freed: when the kernel freed it, in ticks, or %G_MAXINT64
 *
 * What is known of a thread beside what the builder keeps.
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
 * TvFtraceTeller:
 *
 * Who tells the builder what events mean: each is at an event of its own, and so is who has an id.
 */
typedef enum
{
  TV_FTRACE_TELLER_REST,
  TV_FTRACE_TELLER_SCHED,
  TV_N_FTRACE_TELLERS,
} TvFtraceTeller;

/**
 * TvFtraceThreads:
 * @session: number of the recording, or of several that overlap, which is told; 0 for what is not of one alone
 * @n_later: how many ids are another's in a later recording than in one before
 *
 * The threads and processes that a log mentions: who has which id, belongs to whom and is called
 * what. An id stands for the first thread that had it; tv_ftrace_threads_get_now() gives the one that
 * has it at the event that is told, see ftrace-lives.h. What is known of ids in a recording that is not all there is
 * stands for the first that had it there, see ftrace-reuse.h.
 *
 * Each machine has ids of its own: those that are told are of @machine, which all but who tells of scheduling set.
 */
typedef struct
{
  TvTraceBuilder *builder;
  guint32 machine;
  TvIdMap utids;        /* machine << 32 | tid → utid of the first that had it */
  GArray *threads;      /* TvFtraceThread by utid */
  GArray *main_threads; /* guint32 by upid: utid */
  GArray *with_tgid;    /* guint32: utids with a process told, in that order */
  GArray
      *now[TV_N_FTRACE_TELLERS]; /* guint32 by utid of the first: who has its id; empty where no id
                                     * was given anew */
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

/* Returns: the first thread that had the id which this one was the first to have in a recording */
static inline guint32
tv_ftrace_threads_get_first (const TvFtraceThreads *self, guint32 utid)
{
  return G_LIKELY (self->n_later == 0) ? utid : tv_ftrace_threads_peek (self, utid)->first;
}

/* Returns: the utid of the first that had the id, or %TV_NONE */
static inline guint32
tv_ftrace_threads_find (const TvFtraceThreads *self, gint32 tid)
{
  return tv_id_map_find (&self->utids, (guint64) self->machine << 32 | (guint32) tid);
}

/* Returns: the process that the thread leads, or %TV_NONE */
static inline guint32
tv_ftrace_threads_find_process (const TvFtraceThreads *self, guint32 utid)
{
  return tv_ftrace_threads_peek (self, tv_ftrace_threads_peek (self, utid)->leader)->process;
}

/* Returns: the thread that has the id of @first at the event that the teller is at */
static inline guint32
tv_ftrace_threads_get_now (const TvFtraceThreads *self, TvFtraceTeller teller, guint32 first)
{
  const GArray *now = self->now[teller];

  return G_LIKELY (first >= now->len) ? first : g_array_index (now, guint32, first);
}

G_END_DECLS
