/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-private.h"

/* Parts that few kinds of files have: stacks and dumps. What is returned belongs to the
 * trace. */

/**
 * tv_trace_get_stacks:
 * @self: a trace
 *
 * Returns: (transfer none): its stacks and samples, which may be none
 */
const TvStacks *
tv_trace_get_stacks (TvTrace *self)
{
  return &self->stacks;
}

/**
 * tv_trace_get_dumps:
 * @self: a trace
 *
 * Returns: (transfer none): its dumps, which may be none
 */
const TvDumps *
tv_trace_get_dumps (TvTrace *self)
{
  return &self->dumps;
}

static void
free_column (gconstpointer column)
{
  g_free ((gpointer) column);
}

void
tv_trace_clear_parts (TvTrace *self)
{
  const gconstpointer columns[] = {
    self->stacks.mappings,       self->stacks.frames,      self->stacks.callsites,
    self->stacks.kinds,          self->stacks.samples.ts,  self->stacks.samples.kind,
    self->stacks.samples.utid,   self->stacks.samples.cpu, self->stacks.samples.callsite,
    self->stacks.samples.weight, self->dumps.dumps,        self->dumps.threads,
    self->dumps.locks,           self->dumps.transactions, self->dumps.facts,
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    free_column (columns[i]);
  tv_trace_clear_log_lines (self);
  g_clear_pointer (&self->texts, g_array_unref);
  tv_trace_clear_faults (self);
}

/**
 * tv_weight_unit_name:
 * @unit: a unit
 *
 * Returns: what tables call it
 */
const char *
tv_weight_unit_name (TvWeightUnit unit)
{
  static const char *const names[] = { "count", "ns", "bytes" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_WEIGHT_UNITS);
  g_return_val_if_fail (unit < TV_N_WEIGHT_UNITS, NULL);
  return names[unit];
}
