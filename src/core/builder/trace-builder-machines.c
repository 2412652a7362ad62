/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-private.h"

/* The recorded machines. The device is the first, and usually the only one. */

/**
 * tv_trace_builder_add_machine:
 * @self: a builder
 * @device: id of the device in the recording, usually 0
 * @id: id of a guest
 *
 * Returns: the machine with that id, created on first use; %TV_NONE if there are %TV_MAX_MACHINES
 */
guint32
tv_trace_builder_add_machine (TvTraceBuilder *self, guint32 device, guint32 id)
{
  GArray *machines = self->machines;
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
 * @machine: a guest
 * @name: string: its own name
 */
void
tv_trace_builder_name_machine (TvTraceBuilder *self, guint32 machine, guint32 name)
{
  g_return_if_fail (machine < self->machines->len);
  g_array_index (self->machines, TvMachine, machine).name = name;
}

/**
 * tv_trace_builder_set_machine:
 * @self: a builder
 * @machine: the machine of all rows that follow; initially 0, the device
 */
void
tv_trace_builder_set_machine (TvTraceBuilder *self, guint32 machine)
{
  self->machine = machine;
}

guint32
tv_trace_builder_get_machine (const TvTraceBuilder *self)
{
  return self->machine;
}

/* Returns: how many there are, at least 1 */
guint32
tv_trace_builder_get_n_machines (const TvTraceBuilder *self)
{
  return MAX (self->machines->len, 1);
}

/**
 * tv_trace_builder_get_cpu:
 * @self: a builder that knows all machines
 * @machine: a machine
 * @number: the number of a CPU of it
 *
 * Returns: the CPU of the trace; %TV_NONE if the machine has no such
 */
guint32
tv_trace_builder_get_cpu (const TvTraceBuilder *self, guint32 machine, guint32 number)
{
  if (G_LIKELY (self->machines->len < 2))
    return number;
  return number < TV_CPUS_OF_MACHINE ? machine * TV_CPUS_OF_MACHINE + number : TV_NONE;
}

/**
 * tv_trace_builder_get_text_machine:
 * @self: a builder of a log
 * @text: a text
 *
 * Thread-safe for concurrent readers.
 *
 * Returns: the machine of its events
 */
guint32
tv_trace_builder_get_text_machine (const TvTraceBuilder *self, guint32 text)
{
  const GByteArray *machine = self->texts.machine;

  return G_UNLIKELY (machine != NULL && text < machine->len) ? machine->data[text] : 0;
}

/* The machine of a thread, a process or a CPU, of which at most one is; else the one that is given. */
guint32
tv_trace_builder_find_machine (const TvTraceBuilder *self,
                               guint32 utid,
                               guint32 upid,
                               guint32 cpu,
                               guint32 machine)
{
  if (self->machines->len < 2)
    return 0;
  if (utid != TV_NONE)
    return g_array_index (self->trace->threads, TvThread, utid).machine;
  if (upid != TV_NONE)
    return g_array_index (self->trace->processes, TvProcess, upid).machine;
  return cpu != TV_NONE ? MIN (cpu / TV_CPUS_OF_MACHINE, self->machines->len - 1) : machine;
}

void
tv_trace_builder_lay_out_machines (TvTraceBuilder *self)
{
  self->trace->machines = tv_trace_builder_take_rows (self->machines, &self->trace->n_machines);
}
