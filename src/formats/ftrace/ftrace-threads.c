/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-threads.h"

#include <string.h>

void
tv_ftrace_threads_init (TvFtraceThreads *self, TvTraceBuilder *builder)
{
  self->builder = builder;
  tv_id_map_init (&self->utids);
  tv_id_map_init (&self->upids);
  self->names = g_array_new (FALSE, FALSE, sizeof (guint32));
}

void
tv_ftrace_threads_clear (TvFtraceThreads *self)
{
  tv_id_map_clear (&self->utids);
  tv_id_map_clear (&self->upids);
  g_clear_pointer (&self->names, g_array_unref);
}

/**
 * tv_ftrace_threads_get:
 * @self: threads
 * @tid: a thread's id; 0 is what any CPU runs when it has nothing to run
 *
 * Returns: its utid
 */
guint32
tv_ftrace_threads_get (TvFtraceThreads *self, gint32 tid)
{
  guint32 utid = tv_id_map_find (&self->utids, (guint32) tid);
  guint32 none = TV_NONE;

  if (G_LIKELY (utid != TV_NONE))
    return utid;
  utid = tv_trace_builder_get_thread (self->builder, TV_NONE, (guint32) tid);
  tv_id_map_set (&self->utids, (guint32) tid, utid);
  while (self->names->len <= utid)
    g_array_append_val (self->names, none);
  if (tid == 0)
    tv_trace_builder_set_idle (self->builder, utid);
  return utid;
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
 * @name: string: what the log calls it; %TV_NONE tells nothing
 */
void
tv_ftrace_threads_name (TvFtraceThreads *self, guint32 utid, guint32 name)
{
  guint32 *last = &g_array_index (self->names, guint32, utid);
  const char *text;

  if (G_LIKELY (*last == name) || name == TV_NONE)
    return;
  *last = name;
  tv_trace_builder_name_thread (self->builder, utid, name);
  /* Where each CPU has an idle thread with an id of its own. */
  text = tv_trace_builder_get_string (self->builder, name);
  if (g_str_has_prefix (text, "swapper/") || g_str_has_prefix (text, "tppmgr-idle-"))
    tv_trace_builder_set_idle (self->builder, utid);
}

/**
 * tv_ftrace_threads_get_named:
 * @self: threads
 * @tid: a thread's id
 * @comm: what the log calls it
 *
 * Returns: its utid
 */
guint32
tv_ftrace_threads_get_named (TvFtraceThreads *self, gint32 tid, TvSpan comm)
{
  guint32 utid = tv_ftrace_threads_get (self, tid);

  if (tv_ftrace_threads_is_name (comm))
    tv_ftrace_threads_name (self, utid,
                            tv_trace_builder_intern (self->builder, comm.text, (gssize) comm.size));
  return utid;
}

/**
 * tv_ftrace_threads_get_process:
 * @self: threads
 * @pid: a process's id
 *
 * Returns: its upid
 */
guint32
tv_ftrace_threads_get_process (TvFtraceThreads *self, gint32 pid)
{
  guint32 upid = tv_id_map_find (&self->upids, (guint32) pid);

  if (G_LIKELY (upid != TV_NONE))
    return upid;
  upid = tv_trace_builder_get_process (self->builder, (guint32) pid);
  tv_id_map_set (&self->upids, (guint32) pid, upid);
  /* The thread of the same id is its main thread. */
  tv_trace_builder_set_thread_process (self->builder, tv_ftrace_threads_get (self, pid), upid);
  return upid;
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
