/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-threads.h"

#include <string.h>

/* So many threads of an id are looked through for the one that led a process at a time: no device gives
 * an id anew that often within a log, and a file made for it takes no time. */
#define MAX_STEPS 64

void
tv_ftrace_threads_init (TvFtraceThreads *self, TvTraceBuilder *builder)
{
  self->builder = builder;
  self->machine = 0;
  tv_id_map_init (&self->utids);
  self->threads = g_array_new (FALSE, FALSE, sizeof (TvFtraceThread));
  self->main_threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->with_tgid = g_array_new (FALSE, FALSE, sizeof (guint32));
  for (int i = 0; i < TV_N_FTRACE_TELLERS; i++)
    self->now[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
tv_ftrace_threads_clear (TvFtraceThreads *self)
{
  tv_id_map_clear (&self->utids);
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->main_threads, g_array_unref);
  g_clear_pointer (&self->with_tgid, g_array_unref);
  for (int i = 0; i < TV_N_FTRACE_TELLERS; i++)
    g_clear_pointer (&self->now[i], g_array_unref);
}

static void
note_thread (TvFtraceThreads *self, guint32 utid)
{
  while (self->threads->len <= utid)
    g_array_append_val (self->threads, ((TvFtraceThread){ .name = TV_NONE,
                                                          .process = TV_NONE,
                                                          .leader = self->threads->len,
                                                          .first_main = TV_NONE,
                                                          .last_main = TV_NONE,
                                                          .next = TV_NONE,
                                                          .first = self->threads->len,
                                                          .later = TV_NONE,
                                                          .seen = G_MAXINT64,
                                                          .freed = G_MAXINT64 }));
}

/* The first that has an id in the recording that is told, as far as it is known to be another than in those before. */
static guint32
find_in_session (const TvFtraceThreads *self, guint32 utid)
{
  guint32 later;

  while ((later = tv_ftrace_threads_peek (self, utid)->later) != TV_NONE &&
         tv_ftrace_threads_peek (self, later)->session <= self->session)
    utid = later;
  return utid;
}

/**
 * tv_ftrace_threads_set_machine:
 * @self: threads
 * @machine: which #TvMachine is told of from here on, with all that its ids stand for
 */
void
tv_ftrace_threads_set_machine (TvFtraceThreads *self, guint32 machine)
{
  self->machine = machine;
  tv_trace_builder_set_machine (self->builder, machine);
}

/**
 * tv_ftrace_threads_get:
 * @self: threads
 * @tid: a thread's id; 0 is what any CPU runs when it has nothing to run
 *
 * Returns: the utid of the first that had it, in the recording that is told
 */
guint32
tv_ftrace_threads_get (TvFtraceThreads *self, gint32 tid)
{
  guint32 utid = tv_ftrace_threads_find (self, tid);

  if (G_LIKELY (utid != TV_NONE))
    return G_LIKELY (self->n_later == 0) ? utid : find_in_session (self, utid);
  utid = tv_trace_builder_get_thread (self->builder, TV_NONE, (guint32) tid);
  tv_id_map_set (&self->utids, (guint64) self->machine << 32 | (guint32) tid, utid);
  note_thread (self, utid);
  if (tid == 0)
    tv_trace_builder_set_idle (self->builder, utid);
  return utid;
}

/**
 * tv_ftrace_threads_add:
 * @self: threads
 * @before: the last thread that had an id
 *
 * Returns: the utid of one that has the id after it
 */
guint32
tv_ftrace_threads_add (TvFtraceThreads *self, guint32 before)
{
  guint32 utid = tv_trace_builder_add_thread (
      self->builder, TV_NONE, tv_trace_builder_get_thread_id (self->builder, before));

  note_thread (self, utid);
  tv_ftrace_threads_peek (self, before)->next = utid;
  tv_ftrace_threads_peek (self, utid)->first = tv_ftrace_threads_peek (self, before)->first;
  tv_ftrace_threads_peek (self, utid)->session = tv_ftrace_threads_peek (self, before)->session;
  return utid;
}

/**
 * tv_ftrace_threads_add_later:
 * @self: threads
 * @before: the first that had an id in the last recording before this one
 *
 * Returns: the utid of another, which is the first that has the id in the recording that is told
 */
guint32
tv_ftrace_threads_add_later (TvFtraceThreads *self, guint32 before)
{
  guint32 utid = tv_trace_builder_add_thread (
      self->builder, TV_NONE, tv_trace_builder_get_thread_id (self->builder, before));

  note_thread (self, utid);
  tv_ftrace_threads_peek (self, before)->later = utid;
  tv_ftrace_threads_peek (self, utid)->first = tv_ftrace_threads_peek (self, before)->first;
  tv_ftrace_threads_peek (self, utid)->session = self->session;
  self->n_later++;
  return utid;
}

/**
 * tv_ftrace_threads_follow:
 * @self: threads that are all there
 *
 * Has tv_ftrace_threads_get_now() follow who has an id.
 */
void
tv_ftrace_threads_follow (TvFtraceThreads *self)
{
  for (int teller = 0; teller < TV_N_FTRACE_TELLERS; teller++)
    for (guint32 utid = self->now[teller]->len; utid < self->threads->len; utid++)
      g_array_append_val (self->now[teller], utid);
}

/**
 * tv_ftrace_threads_is_name:
 * @comm: what a log calls a thread
 *
 * Returns: whether it is a name: empty and `<...>` tell nothing
 */
gboolean
tv_ftrace_threads_is_name (TvSpan comm)
{
  return comm.size != 0 && (comm.size != 5 || memcmp (comm.text, "<...>", 5) != 0);
}

/**
 * tv_ftrace_threads_name:
 * @self: threads
 * @utid: a thread
 * @source: what tells its name
 * @name: string: what the log calls it; %TV_NONE tells nothing
 *
 * Of what is trusted most the last counts.
 */
void
tv_ftrace_threads_name (TvFtraceThreads *self,
                        guint32 utid,
                        TvFtraceNameSource source,
                        guint32 name)
{
  TvFtraceThread *thread = tv_ftrace_threads_peek (self, utid);
  const char *text;

  if (source < thread->source || name == TV_NONE)
    return;
  thread->source = source;
  if (G_LIKELY (thread->name == name))
    return;
  thread->name = name;
  tv_trace_builder_name_thread (self->builder, utid, name);
  /* An idle thread of each CPU, with an id of its own. The first processes are called so, too, until they get a
   * name of their own; but they are made. */
  text = tv_trace_builder_get_string (self->builder, name);
  if (thread->is_made)
    return;
  if (g_str_has_prefix (text, "swapper/") || g_str_has_prefix (text, "tppmgr-idle-"))
    tv_trace_builder_set_idle (self->builder, utid);
}

/**
 * tv_ftrace_threads_get_named:
 * @self: threads
 * @tid: a thread's id
 * @comm: what the head of a line calls it
 *
 * Returns: the utid of the first that had the id
 */
guint32
tv_ftrace_threads_get_named (TvFtraceThreads *self, gint32 tid, TvSpan comm)
{
  guint32 utid = tv_ftrace_threads_get (self, tid);

  if (tv_ftrace_threads_is_name (comm))
    tv_ftrace_threads_name (self, utid, TV_FTRACE_NAME_HEAD,
                            tv_trace_builder_intern (self->builder, comm.text, (gssize) comm.size));
  return utid;
}

/**
 * tv_ftrace_threads_forget_heads:
 * @self: threads whose names are all told
 *
 * Takes back the names that only heads of lines told of ids that several threads had: nobody knows
 * whose they are.
 */
void
tv_ftrace_threads_forget_heads (TvFtraceThreads *self)
{
  for (guint32 utid = 0; utid < self->threads->len; utid++)
    {
      TvFtraceThread *thread = tv_ftrace_threads_peek (self, utid);

      if (thread->next == TV_NONE || thread->source != TV_FTRACE_NAME_HEAD)
        continue;
      thread->name = TV_NONE;
      tv_trace_builder_name_thread (self->builder, utid, TV_NONE);
    }
}

/**
 * tv_ftrace_threads_set_tgid:
 * @self: threads
 * @utid: the first thread that had an id
 * @tgid: the process that a line's head tells
 *
 * Keeps it for tv_ftrace_threads_settle_tgids().
 */
void
tv_ftrace_threads_set_tgid (TvFtraceThreads *self, guint32 utid, gint32 tgid)
{
  TvFtraceThread *thread = tv_ftrace_threads_peek (self, utid);
  guint32 main_thread;

  if (thread->last_tgid == tgid && thread->first_tgid != 0)
    return;
  /* The thread of the same id is its main thread. */
  main_thread = tv_ftrace_threads_get (self, tgid);
  thread = tv_ftrace_threads_peek (self, utid);
  thread->last_tgid = tgid;
  thread->last_main = main_thread;
  if (thread->first_tgid != 0)
    return;
  thread->first_tgid = tgid;
  thread->first_main = main_thread;
  g_array_append_val (self->with_tgid, utid);
}

/* The last thread that had the id of @first and is told of no later than @utid. */
static guint32
find_main_thread (TvFtraceThreads *self, guint32 first, guint32 utid)
{
  gint64 seen = tv_ftrace_threads_peek (self, utid)->seen;
  guint32 next;

  for (guint i = 0;
       i < MAX_STEPS && (next = tv_ftrace_threads_peek (self, first)->next) != TV_NONE &&
       tv_ftrace_threads_peek (self, next)->seen <= seen;
       i++)
    first = next;
  return first;
}

static void
settle_tgid (TvFtraceThreads *self, guint32 utid, guint32 main_thread)
{
  guint32 upid = tv_ftrace_threads_make_process (self, find_main_thread (self, main_thread, utid));

  if (tv_trace_builder_get_thread_process (self->builder, utid) == TV_NONE)
    tv_trace_builder_set_thread_process (self->builder, utid, upid);
}

/* Facts that heads of lines tell of one of the threads that had an id: none if the next one was
 * made in the log, and so is the one they tell of, unless they tell of several. */
static void
settle_life (TvFtraceThreads *self, guint32 utid, const TvFtraceThread *told, guint32 main_thread)
{
  const TvFtraceThread *thread = tv_ftrace_threads_peek (self, utid);

  if (thread->next == TV_NONE || !tv_ftrace_threads_peek (self, thread->next)->is_made ||
      told->first_tgid != told->last_tgid)
    settle_tgid (self, utid, main_thread);
}

/**
 * tv_ftrace_threads_settle_tgids:
 * @self: threads of which it is known which had the same id
 *
 * Gives threads the processes that the heads of their lines tell. Where several had an id the kernel
 * prints what it remembers of the last; if heads tell of several processes, the first of these is
 * that of the first thread.
 */
void
tv_ftrace_threads_settle_tgids (TvFtraceThreads *self)
{
  for (guint i = 0; i < self->with_tgid->len; i++)
    {
      guint32 first = g_array_index (self->with_tgid, guint32, i);
      TvFtraceThread told = *tv_ftrace_threads_peek (self, first);

      tv_ftrace_threads_set_machine (self,
                                     tv_trace_builder_get_thread_machine (self->builder, first));
      settle_life (self, first, &told, told.first_main);
      for (guint32 utid = told.next; utid != TV_NONE;
           utid = tv_ftrace_threads_peek (self, utid)->next)
        if (!tv_ftrace_threads_peek (self, utid)->is_made)
          settle_life (self, utid, &told, told.last_main);
    }
}

/**
 * tv_ftrace_threads_make_process:
 * @self: threads
 * @utid: the main thread of a process
 *
 * Returns: its upid
 */
guint32
tv_ftrace_threads_make_process (TvFtraceThreads *self, guint32 utid)
{
  TvFtraceThread *thread;

  utid = tv_ftrace_threads_peek (self, utid)->leader;
  thread = tv_ftrace_threads_peek (self, utid);
  if (G_LIKELY (thread->process != TV_NONE))
    return thread->process;
  thread->process = tv_trace_builder_add_process (
      self->builder, tv_trace_builder_get_thread_id (self->builder, utid));
  tv_trace_builder_set_thread_process (self->builder, utid, thread->process);
  /* Processes are made here and nowhere else. */
  g_assert (self->main_threads->len == thread->process);
  g_array_append_val (self->main_threads, utid);
  return thread->process;
}

/**
 * tv_ftrace_threads_find_main:
 * @self: threads
 * @upid: a process
 *
 * Returns: the utid of its main thread
 */
guint32
tv_ftrace_threads_find_main (const TvFtraceThreads *self, guint32 upid)
{
  return g_array_index (self->main_threads, guint32, upid);
}

/**
 * tv_ftrace_threads_get_process:
 * @self: threads
 * @pid: a process's id
 *
 * Returns: its upid at the event of which the rest is told
 */
guint32
tv_ftrace_threads_get_process (TvFtraceThreads *self, gint32 pid)
{
  return tv_ftrace_threads_make_process (
      self,
      tv_ftrace_threads_get_now (self, TV_FTRACE_TELLER_REST, tv_ftrace_threads_get (self, pid)));
}

/**
 * tv_ftrace_threads_set_process:
 * @self: threads
 * @utid: a thread
 * @pid: the process it belongs to; ignored if one is known
 */
void
tv_ftrace_threads_set_process (TvFtraceThreads *self, guint32 utid, gint32 pid)
{
  if (tv_trace_builder_get_thread_process (self->builder, utid) == TV_NONE)
    tv_trace_builder_set_thread_process (self->builder, utid,
                                         tv_ftrace_threads_get_process (self, pid));
}
