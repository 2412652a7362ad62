/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-threads.h"

#include <string.h>

/* Maps thread and process ids to threads and processes of the builder. Called by all readers and handlers of kernel
 * events; ftrace-merge.c owns the table. Like the _ensure() functions, _set_tgid() adds a missing thread to the
 * builder; _make_process(), _get_process() and _set_process() add a missing process. The results depend on hidden
 * state: the current @machine and @session, which the caller sets beforehand. Not locked; during the replay, each
 * consumer has its own @now. */

/* Maximum number of threads with the same tid that a lookup visits. Devices do not reuse a tid more often within a
 * log. The limit prevents crafted files from slowing down the lookup. */
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
  for (int i = 0; i < TV_N_FTRACE_CONSUMERS; i++)
    self->now[i] = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
tv_ftrace_threads_clear (TvFtraceThreads *self)
{
  tv_id_map_clear (&self->utids);
  g_clear_pointer (&self->threads, g_array_unref);
  g_clear_pointer (&self->main_threads, g_array_unref);
  g_clear_pointer (&self->with_tgid, g_array_unref);
  for (int i = 0; i < TV_N_FTRACE_CONSUMERS; i++)
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

/* Returns the first thread in the current session with the tid of @utid. */
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
 * @machine: #TvMachine
 *
 * Makes a machine current. Subsequent tids refer to the machine's threads.
 */
void
tv_ftrace_threads_set_machine (TvFtraceThreads *self, guint32 machine)
{
  self->machine = machine;
  tv_trace_builder_set_machine (self->builder, machine);
}

/**
 * tv_ftrace_threads_ensure:
 * @tid: a thread id; 0 for the idle thread of all CPUs
 *
 * Looks up a thread, or adds it.
 *
 * Returns: utid of the first thread with the tid in the current session
 */
guint32
tv_ftrace_threads_ensure (TvFtraceThreads *self, gint32 tid)
{
  guint32 utid = tv_ftrace_threads_find (self, tid);

  if (G_LIKELY (utid != TV_NONE))
    return G_LIKELY (self->n_later == 0) ? utid : find_in_session (self, utid);
  utid = tv_trace_builder_ensure_thread (self->builder, TV_NONE, (guint32) tid);
  tv_id_map_set (&self->utids, (guint64) self->machine << 32 | (guint32) tid, utid);
  note_thread (self, utid);
  if (tid == 0)
    tv_trace_builder_set_idle (self->builder, utid);
  return utid;
}

/**
 * tv_ftrace_threads_add:
 * @before: last thread with a tid
 *
 * Adds another thread with the same tid.
 *
 * Returns: utid of the new thread
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
 * @before: first thread with a tid in the previous recording
 *
 * Adds another thread with the same tid, as the first one in the current session.
 *
 * Returns: utid of the new thread
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
 * @self: threads, after the last one has been added
 *
 * Allows tv_ftrace_threads_get_now() to return different threads for the same tid over time.
 */
void
tv_ftrace_threads_follow (TvFtraceThreads *self)
{
  for (int consumer = 0; consumer < TV_N_FTRACE_CONSUMERS; consumer++)
    for (guint32 utid = self->now[consumer]->len; utid < self->threads->len; utid++)
      g_array_append_val (self->now[consumer], utid);
}

/**
 * tv_ftrace_threads_is_name:
 * @comm: thread name in a log
 *
 * Returns: whether @comm is a name: neither empty nor the placeholder `<...>`
 */
gboolean
tv_ftrace_threads_is_name (TvSpan comm)
{
  return comm.size != 0 && (comm.size != 5 || memcmp (comm.text, "<...>", 5) != 0);
}

/**
 * tv_ftrace_threads_name:
 * @utid: a thread
 * @source: source of the name
 * @name: string id of the name in the log, or %TV_NONE
 *
 * Names a thread. The last name from the most reliable source takes precedence.
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
  /* Some kernels have one idle thread per CPU, each with its own tid. The first processes have the same names until
   * they are renamed, but the log contains their creation. */
  text = tv_trace_builder_get_string (self->builder, name);
  if (thread->is_made)
    return;
  if (g_str_has_prefix (text, "swapper/") || g_str_has_prefix (text, "tppmgr-idle-"))
    tv_trace_builder_set_idle (self->builder, utid);
}

/**
 * tv_ftrace_threads_ensure_named:
 * @tid: a thread id
 * @comm: name of the thread in the line prefix
 *
 * Looks up a thread, or adds it, and names it.
 *
 * Returns: utid of the first thread with the tid in the current session
 */
guint32
tv_ftrace_threads_ensure_named (TvFtraceThreads *self, gint32 tid, TvSpan comm)
{
  guint32 utid = tv_ftrace_threads_ensure (self, tid);

  if (tv_ftrace_threads_is_name (comm))
    tv_ftrace_threads_name (self, utid, TV_FTRACE_NAME_PREFIX,
                            tv_trace_builder_intern (self->builder, comm.text, (gssize) comm.size));
  return utid;
}

/**
 * tv_ftrace_threads_forget_prefixes:
 * @self: threads, after the last name has been added
 *
 * Removes names from line prefixes if several threads had the tid, because it is unknown to which of them the name
 * belongs.
 */
void
tv_ftrace_threads_forget_prefixes (TvFtraceThreads *self)
{
  for (guint32 utid = 0; utid < self->threads->len; utid++)
    {
      TvFtraceThread *thread = tv_ftrace_threads_peek (self, utid);

      if (thread->next == TV_NONE || thread->source != TV_FTRACE_NAME_PREFIX)
        continue;
      thread->name = TV_NONE;
      tv_trace_builder_name_thread (self->builder, utid, TV_NONE);
    }
}

/**
 * tv_ftrace_threads_set_tgid:
 * @utid: first thread with a tid
 * @tgid: process id in the line prefix
 *
 * Stores the process for tv_ftrace_threads_settle_tgids().
 */
void
tv_ftrace_threads_set_tgid (TvFtraceThreads *self, guint32 utid, gint32 tgid)
{
  TvFtraceThread *thread = tv_ftrace_threads_peek (self, utid);
  guint32 main_thread;

  if (thread->last_tgid == tgid && thread->first_tgid != 0)
    return;
  /* The tid of the main thread is the process id. */
  main_thread = tv_ftrace_threads_ensure (self, tgid);
  thread = tv_ftrace_threads_peek (self, utid);
  thread->last_tgid = tgid;
  thread->last_main = main_thread;
  if (thread->first_tgid != 0)
    return;
  thread->first_tgid = tgid;
  thread->first_main = main_thread;
  g_array_append_val (self->with_tgid, utid);
}

/* Returns the last thread with the tid of @first whose first event is not later than that of @utid. */
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

/* Applies the process in line prefixes to one of the threads with a tid. Does nothing if the log contains the
 * creation of the next thread with the tid and the prefixes contain a single process, because the process then
 * belongs to that next thread. */
static void
settle_life (TvFtraceThreads *self,
             guint32 utid,
             const TvFtraceThread *reported,
             guint32 main_thread)
{
  const TvFtraceThread *thread = tv_ftrace_threads_peek (self, utid);

  if (thread->next == TV_NONE || !tv_ftrace_threads_peek (self, thread->next)->is_made ||
      reported->first_tgid != reported->last_tgid)
    settle_tgid (self, utid, main_thread);
}

/**
 * tv_ftrace_threads_settle_tgids:
 * @self: threads, after the reuse of tids has been determined
 *
 * Sets the processes of threads from line prefixes. For a reused tid, the kernel prints the process of the last
 * thread. If the prefixes contain several processes, the first one belongs to the first thread.
 */
void
tv_ftrace_threads_settle_tgids (TvFtraceThreads *self)
{
  for (guint i = 0; i < self->with_tgid->len; i++)
    {
      guint32 first = g_array_index (self->with_tgid, guint32, i);
      TvFtraceThread reported = *tv_ftrace_threads_peek (self, first);

      tv_ftrace_threads_set_machine (self,
                                     tv_trace_builder_get_thread_machine (self->builder, first));
      settle_life (self, first, &reported, reported.first_main);
      for (guint32 utid = reported.next; utid != TV_NONE;
           utid = tv_ftrace_threads_peek (self, utid)->next)
        if (!tv_ftrace_threads_peek (self, utid)->is_made)
          settle_life (self, utid, &reported, reported.last_main);
    }
}

/**
 * tv_ftrace_threads_make_process:
 * @utid: main thread of a process
 *
 * Looks up the process of a main thread, or adds it.
 *
 * Returns: upid of the process
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
  /* No other function adds processes. */
  g_assert (self->main_threads->len == thread->process);
  g_array_append_val (self->main_threads, utid);
  return thread->process;
}

/**
 * tv_ftrace_threads_find_main:
 * @upid: a process
 *
 * Returns: utid of the main thread of the process
 */
guint32
tv_ftrace_threads_find_main (const TvFtraceThreads *self, guint32 upid)
{
  return g_array_index (self->main_threads, guint32, upid);
}

/**
 * tv_ftrace_threads_get_process:
 * @pid: a process id
 *
 * Looks up a process, or adds it.
 *
 * Returns: upid of the process that has the pid at the current non-scheduling event
 */
guint32
tv_ftrace_threads_get_process (TvFtraceThreads *self, gint32 pid)
{
  return tv_ftrace_threads_make_process (
      self, tv_ftrace_threads_get_now (self, TV_FTRACE_CONSUMER_REST,
                                       tv_ftrace_threads_ensure (self, pid)));
}

/**
 * tv_ftrace_threads_set_process:
 * @utid: a thread
 * @pid: process id of the thread
 *
 * Sets the process of a thread unless its process is known.
 */
void
tv_ftrace_threads_set_process (TvFtraceThreads *self, guint32 utid, gint32 pid)
{
  if (tv_trace_builder_get_thread_process (self->builder, utid) == TV_NONE)
    tv_trace_builder_set_thread_process (self->builder, utid,
                                         tv_ftrace_threads_get_process (self, pid));
}
