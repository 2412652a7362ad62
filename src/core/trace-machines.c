/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "core/trace.h"

/* Machines of traces that were recorded on several machines, and labels that contain the machine. Called wherever a
 * CPU, thread or process is labelled. Pure: only reads the trace. */

gboolean
tv_trace_has_machines (TvTrace *self)
{
  guint32 n;

  tv_trace_get_machines (self, &n);
  return n > 1;
}

/**
 * tv_trace_get_cpu_machine:
 * @cpu: a CPU of the trace, or %TV_NONE
 *
 * Returns: row of the machine to which the CPU belongs; 0 for %TV_NONE
 */
guint32
tv_trace_get_cpu_machine (TvTrace *self, guint32 cpu)
{
  guint32 n;

  tv_trace_get_machines (self, &n);
  return n > 1 && cpu != TV_NONE ? MIN (cpu / TV_CPUS_OF_MACHINE, n - 1) : 0;
}

/**
 * tv_trace_get_line_machine:
 * @line: row of a log line
 *
 * Returns: row of the machine on which the line was logged
 */
guint32
tv_trace_get_line_machine (TvTrace *self, guint32 line)
{
  guint32 utid = tv_trace_get_log_lines (self)->utid[line];

  return utid != TV_NONE ? tv_trace_get_threads (self, NULL)[utid].machine : 0;
}

/**
 * tv_trace_get_cpu_number:
 * @cpu: a CPU of the trace, or %TV_NONE
 *
 * Returns: number of the CPU on its machine; %TV_NONE if @cpu is %TV_NONE
 */
guint32
tv_trace_get_cpu_number (TvTrace *self, guint32 cpu)
{
  return tv_trace_has_machines (self) && cpu != TV_NONE ? cpu % TV_CPUS_OF_MACHINE : cpu;
}

/**
 * tv_trace_dup_machine_name:
 * @machine: row of a machine
 *
 * Returns: (transfer full) (nullable): name of a guest, or `machine 1` if it has none; %NULL for the device
 */
char *
tv_trace_dup_machine_name (TvTrace *self, guint32 machine)
{
  guint32 n;
  const TvMachine *machines = tv_trace_get_machines (self, &n);
  const char *name;

  if (machine == 0 || machine >= n)
    return NULL;
  name = tv_trace_get_string (self, machines[machine].name);
  return name != NULL ? g_strdup (name) : g_strdup_printf (_("machine %u"), machine);
}

/**
 * tv_trace_add_machine:
 * @machine: row of a machine
 * @label: (transfer full): label of an object on that machine
 *
 * Appends the name of the machine to a label.
 *
 * Returns: (transfer full): @label for the device, `LABEL (machine 1)` for a guest
 */
char *
tv_trace_add_machine (TvTrace *self, guint32 machine, char *label)
{
  g_autofree char *name = tv_trace_dup_machine_name (self, machine);
  char *joined;

  if (name == NULL)
    return label;
  /* Translators: label of an object, and its machine */
  joined = g_strdup_printf (_("%s (%s)"), label, name);
  g_free (label);
  return joined;
}

/**
 * tv_trace_dup_cpu_label:
 * @cpu: a CPU of the trace
 *
 * Returns: (transfer full): `CPU 3`, or `CPU 3 (machine 1)` on a guest
 */
char *
tv_trace_dup_cpu_label (TvTrace *self, guint32 cpu)
{
  return tv_trace_add_machine (self, tv_trace_get_cpu_machine (self, cpu),
                               g_strdup_printf (_("CPU %u"), tv_trace_get_cpu_number (self, cpu)));
}

/* Returns: (transfer full): `3`, or `3 (machine 1)` on a guest */
char *
tv_trace_dup_cpu_number (TvTrace *self, guint32 cpu)
{
  return tv_trace_add_machine (self, tv_trace_get_cpu_machine (self, cpu),
                               g_strdup_printf ("%u", tv_trace_get_cpu_number (self, cpu)));
}
