/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/threads-part.h"

#include "core/builder/files-part.h"
#include "core/builder/rows.h"
#include "core/memory/id-map.h"
#include "core/trace-edit.h"

/* Processes, threads with their lifetimes, and the recorded machines. The device is the first machine, and usually
 * the only one. Called by all readers. The functions tv_trace_builder_ensure_…() add a row only if it is missing;
 * tv_trace_builder_add_…() always add a row for a process or thread, because devices reuse ids. Rows belong to the
 * trace; the stages "machines" and "process names" complete them. */

struct _TvThreadsPart
{
  GArray *threads;     /* TvThread; owned by the trace */
  GArray *processes;   /* TvProcess; owned by the trace */
  TvIdMap thread_ids;  /* utid by process (or machine, if the process is unknown) and tid */
  TvIdMap process_ids; /* upid by machine and pid */
  GArray *machines;    /* TvMachine; empty if the device is the only one */
  guint32 machine;     /* current machine */
};

static void
init (TvTraceBuilder *self)
{
  self->threads = g_new0 (TvThreadsPart, 1);
  tv_id_map_init (&self->threads->thread_ids);
  tv_id_map_init (&self->threads->process_ids);
  self->threads->processes = g_array_new (FALSE, FALSE, sizeof (TvProcess));
  self->threads->threads = g_array_new (FALSE, FALSE, sizeof (TvThread));
  tv_trace_take_processes (self->trace, self->threads->processes);
  tv_trace_take_threads (self->trace, self->threads->threads);
  self->threads->machines = g_array_new (FALSE, FALSE, sizeof (TvMachine));
}

static void
clear (TvTraceBuilder *self)
{
  tv_id_map_clear (&self->threads->thread_ids);
  tv_id_map_clear (&self->threads->process_ids);
  g_array_unref (self->threads->machines);
  g_clear_pointer (&self->threads, g_free);
}

const TvBuilderPart tv_builder_threads = { .init = init, .clear = clear };

guint32
tv_trace_builder_get_owner (const TvTraceBuilder *self, guint32 upid)
{
  return upid != TV_NONE ? upid : TV_NONE - self->threads->machine;
}

static guint64
get_process_key (const TvTraceBuilder *self, guint32 pid)
{
  return (guint64) self->threads->machine << 32 | pid;
}

static guint64
get_thread_key (const TvTraceBuilder *self, guint32 upid, guint32 tid)
{
  return (guint64) tv_trace_builder_get_owner (self, upid) << 32 | tid;
}

/**
 * tv_trace_builder_add_process:
 * @pid: process id on the current machine; an earlier process may have had the same id
 *
 * Adds a process. From now on, @pid refers to this process.
 *
 * Returns: the upid
 */
guint32
tv_trace_builder_add_process (TvTraceBuilder *self, guint32 pid)
{
  guint32 upid = self->threads->processes->len;

  tv_id_map_set (&self->threads->process_ids, get_process_key (self, pid), upid);
  g_array_append_val (self->threads->processes, ((TvProcess){ .pid = pid,
                                                              .name = TV_NONE,
                                                              .parent = TV_NONE,
                                                              .uid = TV_NONE,
                                                              .cmdline = TV_NONE,
                                                              .machine = self->threads->machine,
                                                              .start_ns = G_MININT64,
                                                              .end_ns = G_MAXINT64,
                                                              .listed_start_ns = G_MININT64 }));
  return upid;
}

/**
 * tv_trace_builder_ensure_process:
 * @pid: process id on the current machine
 *
 * Returns: the upid of the current process with this id; created on first use
 */
guint32
tv_trace_builder_ensure_process (TvTraceBuilder *self, guint32 pid)
{
  guint32 upid = tv_id_map_find (&self->threads->process_ids, get_process_key (self, pid));

  return upid != TV_NONE ? upid : tv_trace_builder_add_process (self, pid);
}

/**
 * tv_trace_builder_add_thread:
 * @upid: the thread's process, or %TV_NONE
 * @tid: thread id on the current machine; an earlier thread may have had the same id
 *
 * Adds a thread. From now on, @tid refers to this thread.
 *
 * Returns: the utid
 */
guint32
tv_trace_builder_add_thread (TvTraceBuilder *self, guint32 upid, guint32 tid)
{
  guint32 utid = self->threads->threads->len;

  tv_id_map_set (&self->threads->thread_ids, get_thread_key (self, upid, tid), utid);
  g_array_append_val (self->threads->threads, ((TvThread){ .tid = tid,
                                                           .name = TV_NONE,
                                                           .upid = upid,
                                                           .track = TV_NONE,
                                                           .state_track = TV_NONE,
                                                           .parent = TV_NONE,
                                                           .machine = self->threads->machine,
                                                           .start_ns = G_MININT64,
                                                           .end_ns = G_MAXINT64 }));
  return utid;
}

/**
 * tv_trace_builder_ensure_thread:
 * @upid: the thread's process, or %TV_NONE
 * @tid: thread id on the current machine
 *
 * Returns: the utid of the current thread with this id; created on first use
 */
guint32
tv_trace_builder_ensure_thread (TvTraceBuilder *self, guint32 upid, guint32 tid)
{
  guint64 key = get_thread_key (self, upid, tid);
  guint32 utid = tv_id_map_find (&self->threads->thread_ids, key);

  if (tv_trace_builder_is_separate (self) &&
      (utid == TV_NONE || tv_trace_builder_is_shared (self, utid)))
    {
      utid = tv_trace_builder_find_shared (self, upid, tid);
      if (utid != TV_NONE)
        tv_id_map_set (&self->threads->thread_ids, key, utid);
    }
  return utid != TV_NONE ? utid : tv_trace_builder_add_thread (self, upid, tid);
}

/**
 * tv_trace_builder_get_thread_id:
 *
 * Returns: the thread's tid on its machine
 */
guint32
tv_trace_builder_get_thread_id (TvTraceBuilder *self, guint32 utid)
{
  g_return_val_if_fail (utid < self->threads->threads->len, 0);
  return g_array_index (self->threads->threads, TvThread, utid).tid;
}

/* Returns the machine on which the thread runs. */
guint32
tv_trace_builder_get_thread_machine (TvTraceBuilder *self, guint32 utid)
{
  g_return_val_if_fail (utid < self->threads->threads->len, 0);
  return g_array_index (self->threads->threads, TvThread, utid).machine;
}

/**
 * tv_trace_builder_get_thread_end:
 *
 * Returns: end of the thread in ticks; %G_MAXINT64 if unknown
 */
gint64
tv_trace_builder_get_thread_end (TvTraceBuilder *self, guint32 utid)
{
  gint64 end_ns;

  g_return_val_if_fail (utid < self->threads->threads->len, G_MAXINT64);
  end_ns = g_array_index (self->threads->threads, TvThread, utid).end_ns;
  return end_ns != G_MAXINT64 ? end_ns / self->unit.tick_ns : G_MAXINT64;
}

/**
 * tv_trace_builder_name_thread:
 * @name: string id, or %TV_NONE
 *
 * Sets the name of a thread. Replaces an earlier name, unless the thread is shared with other files and was named by
 * one of them.
 */
void
tv_trace_builder_name_thread (TvTraceBuilder *self, guint32 utid, guint32 name)
{
  TvThread *thread;

  g_return_if_fail (utid < self->threads->threads->len);
  thread = &g_array_index (self->threads->threads, TvThread, utid);
  if (thread->name == TV_NONE || !tv_trace_builder_is_shared (self, utid))
    thread->name = name;
}

/**
 * tv_trace_builder_name_process:
 * @name: string id
 *
 * Sets or replaces the name of a process.
 */
void
tv_trace_builder_name_process (TvTraceBuilder *self, guint32 upid, guint32 name)
{
  g_return_if_fail (upid < self->threads->processes->len);
  g_array_index (self->threads->processes, TvProcess, upid).name = name;
}

/**
 * tv_trace_builder_describe_process:
 * @self: a builder
 * @upid: a process
 * @uid: user id, or %TV_NONE to keep the current one
 * @cmdline: string id of the command line, or %TV_NONE to keep the current one
 *
 * Sets the user id and the command line of a process.
 */
void
tv_trace_builder_describe_process (TvTraceBuilder *self, guint32 upid, guint32 uid, guint32 cmdline)
{
  TvProcess *process;

  g_return_if_fail (upid < self->threads->processes->len);
  process = &g_array_index (self->threads->processes, TvProcess, upid);
  if (uid != TV_NONE)
    process->uid = uid;
  if (cmdline != TV_NONE)
    process->cmdline = cmdline;
}

/**
 * tv_trace_builder_set_process_parent:
 * @parent: the process that created @upid; %TV_NONE means process 0
 *
 * Sets the parent of a process. If the parent of the process's main thread is known,
 * tv_trace_builder_find_process_times() later sets that thread's process as the parent instead.
 */
void
tv_trace_builder_set_process_parent (TvTraceBuilder *self, guint32 upid, guint32 parent)
{
  TvProcess *process;

  g_return_if_fail (upid < self->threads->processes->len &&
                    (parent == TV_NONE || parent < self->threads->processes->len));
  process = &g_array_index (self->threads->processes, TvProcess, upid);
  process->parent = parent;
  process->is_child_of_idle = parent == TV_NONE;
}

/**
 * tv_trace_builder_list_process_start:
 * @ts: creation time in ticks, from a list of running processes
 *
 * Sets the creation time of a process that was created before the recording began.
 */
void
tv_trace_builder_list_process_start (TvTraceBuilder *self, guint32 upid, gint64 ts)
{
  g_return_if_fail (upid < self->threads->processes->len);
  if (__builtin_mul_overflow (
          ts, self->unit.tick_ns,
          &g_array_index (self->threads->processes, TvProcess, upid).listed_start_ns))
    g_array_index (self->threads->processes, TvProcess, upid).listed_start_ns = G_MININT64;
}

/**
 * tv_trace_builder_get_process_name:
 *
 * Returns: string id of the name set so far, or %TV_NONE
 */
guint32
tv_trace_builder_get_process_name (TvTraceBuilder *self, guint32 upid)
{
  g_return_val_if_fail (upid < self->threads->processes->len, TV_NONE);
  return g_array_index (self->threads->processes, TvProcess, upid).name;
}

/**
 * tv_trace_builder_set_thread_process:
 *
 * Sets the process to which a thread belongs.
 */
void
tv_trace_builder_set_thread_process (TvTraceBuilder *self, guint32 utid, guint32 upid)
{
  g_return_if_fail (utid < self->threads->threads->len);
  g_array_index (self->threads->threads, TvThread, utid).upid = upid;
}

/**
 * tv_trace_builder_get_thread_process:
 *
 * Returns: the process of the thread; %TV_NONE if not known yet
 */
guint32
tv_trace_builder_get_thread_process (TvTraceBuilder *self, guint32 utid)
{
  g_return_val_if_fail (utid < self->threads->threads->len, TV_NONE);
  return g_array_index (self->threads->threads, TvThread, utid).upid;
}

/**
 * tv_trace_builder_start_thread:
 * @parent: the thread that created @utid, or %TV_NONE
 * @ts: timestamp in ticks
 *
 * Sets the start and the parent of a thread.
 */
void
tv_trace_builder_start_thread (TvTraceBuilder *self, guint32 utid, guint32 parent, gint64 ts)
{
  TvThread *thread;

  g_return_if_fail (utid < self->threads->threads->len);
  thread = &g_array_index (self->threads->threads, TvThread, utid);
  thread->parent = parent;
  thread->start_ns = ts * self->unit.tick_ns;
}

/**
 * tv_trace_builder_end_thread:
 * @self: a builder
 * @utid: a thread
 * @ts: timestamp in ticks
 *
 * Sets the end of a thread.
 */
void
tv_trace_builder_end_thread (TvTraceBuilder *self, guint32 utid, gint64 ts)
{
  g_return_if_fail (utid < self->threads->threads->len);
  g_array_index (self->threads->threads, TvThread, utid).end_ns = ts * self->unit.tick_ns;
}

/* Sets the start of a process to that of its main thread, and its parent to the process of the thread that created
 * the main thread. */
static void
begin_process (const TvThreadsPart *part, TvProcess *process, const TvThread *main_thread)
{
  process->start_ns = main_thread->start_ns;
  if (main_thread->parent != TV_NONE)
    process->parent = g_array_index (part->threads, TvThread, main_thread->parent).upid;
}

GArray *
tv_trace_builder_get_thread_rows (const TvTraceBuilder *self)
{
  return self->threads->threads;
}

GArray *
tv_trace_builder_get_process_rows (const TvTraceBuilder *self)
{
  return self->threads->processes;
}

/**
 * tv_trace_builder_find_process_times:
 * @self: a builder to which all threads have been added
 *
 * Sets the start, the end and the parent of each process whose main thread is known. A process starts with its main
 * thread, and ends when all its known threads have ended.
 */
void
tv_trace_builder_find_process_times (TvTraceBuilder *self)
{
  const TvThreadsPart *part = self->threads;
  guint n = part->processes->len;
  g_autofree gint64 *ends = g_new (gint64, n + 1);
  g_autofree gboolean *has_main = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    ends[i] = G_MININT64;
  for (guint i = 0; i < part->threads->len; i++)
    {
      const TvThread *thread = &g_array_index (part->threads, TvThread, i);
      TvProcess *process;

      if (thread->upid == TV_NONE)
        continue;
      process = &g_array_index (part->processes, TvProcess, thread->upid);
      ends[thread->upid] = MAX (ends[thread->upid], thread->end_ns);
      if (thread->tid != process->pid)
        continue;
      has_main[thread->upid] = TRUE;
      begin_process (part, process, thread);
    }
  for (guint i = 0; i < n; i++)
    if (has_main[i])
      g_array_index (part->processes, TvProcess, i).end_ns = ends[i];
}

/**
 * tv_trace_builder_set_idle:
 *
 * Marks a thread as the idle thread of a CPU.
 */
void
tv_trace_builder_set_idle (TvTraceBuilder *self, guint32 utid)
{
  g_return_if_fail (utid < self->threads->threads->len);
  g_array_index (self->threads->threads, TvThread, utid).is_idle = TRUE;
}

void
tv_trace_builder_name_processes (TvTraceBuilder *self)
{
  const TvThreadsPart *part = self->threads;

  for (guint i = 0; i < part->threads->len; i++)
    {
      const TvThread *thread = &g_array_index (part->threads, TvThread, i);
      TvProcess *process;

      if (thread->upid == TV_NONE)
        continue;
      process = &g_array_index (part->processes, TvProcess, thread->upid);
      if (process->name != TV_NONE || process->pid != thread->tid)
        continue;
      process->name = thread->name;
      process->is_named_by_thread = TRUE;
    }
}

/* ---- Machines ---- */

/**
 * tv_trace_builder_add_machine:
 * @device: id of the device in the recording, usually 0
 * @id: id of a guest in the recording
 *
 * Adds a guest, unless it exists.
 *
 * Returns: row of the guest; %TV_NONE if there are already %TV_MAX_MACHINES
 */
guint32
tv_trace_builder_add_machine (TvTraceBuilder *self, guint32 device, guint32 id)
{
  GArray *machines = self->threads->machines;
  TvMachine first = { device, TV_NONE }, guest = { id, TV_NONE };

  if (machines->len == 0)
    g_array_append_val (machines, first);
  for (guint i = 1; i < machines->len; i++)
    if (g_array_index (machines, TvMachine, i).id == id)
      return i;
  if (machines->len == TV_MAX_MACHINES)
    return TV_NONE;
  g_array_append_val (machines, guest);
  return machines->len - 1;
}

/**
 * tv_trace_builder_name_machine:
 * @self: a builder
 * @machine: row of a guest
 * @name: string id
 *
 * Sets the name of a machine.
 */
void
tv_trace_builder_name_machine (TvTraceBuilder *self, guint32 machine, guint32 name)
{
  g_return_if_fail (machine < self->threads->machines->len);
  g_array_index (self->threads->machines, TvMachine, machine).name = name;
}

/**
 * tv_trace_builder_set_machine:
 * @machine: row of a machine; initially 0, the device
 *
 * Sets the machine of all rows that are added next.
 */
void
tv_trace_builder_set_machine (TvTraceBuilder *self, guint32 machine)
{
  self->threads->machine = machine;
}

guint32
tv_trace_builder_get_machine (const TvTraceBuilder *self)
{
  return self->threads->machine;
}

/* Returns the number of machines, at least 1. */
guint32
tv_trace_builder_get_n_machines (const TvTraceBuilder *self)
{
  return MAX (self->threads->machines->len, 1);
}

/**
 * tv_trace_builder_get_cpu:
 * @self: a builder to which all machines have been added
 * @machine: row of a machine
 * @number: number of a CPU on that machine
 *
 * Returns: number of the CPU in the trace; %TV_NONE if @number is too large
 */
guint32
tv_trace_builder_get_cpu (const TvTraceBuilder *self, guint32 machine, guint32 number)
{
  if (G_LIKELY (self->threads->machines->len < 2))
    return number;
  return number < TV_CPUS_OF_MACHINE ? machine * TV_CPUS_OF_MACHINE + number : TV_NONE;
}

guint32
tv_trace_builder_find_machine (const TvTraceBuilder *self,
                               guint32 utid,
                               guint32 upid,
                               guint32 cpu,
                               guint32 machine)
{
  if (self->threads->machines->len < 2)
    return 0;
  if (utid != TV_NONE)
    return g_array_index (self->threads->threads, TvThread, utid).machine;
  if (upid != TV_NONE)
    return g_array_index (self->threads->processes, TvProcess, upid).machine;
  return cpu != TV_NONE ? MIN (cpu / TV_CPUS_OF_MACHINE, self->threads->machines->len - 1)
                        : machine;
}

void
tv_trace_builder_lay_out_machines (TvTraceBuilder *self)
{
  guint32 n;
  TvMachine *machines = tv_rows_take (self->threads->machines, &n);

  tv_trace_take_machines (self->trace, machines, n);
}
