/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trace-private.h"

/* Parts that few formats have, such as stacks and dumps. The trace owns all results. */

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
    self->stacks.mappings,
    self->stacks.frames,
    self->stacks.callsites,
    self->stacks.kinds,
    self->stacks.samples.ts,
    self->stacks.samples.kind,
    self->stacks.samples.utid,
    self->stacks.samples.cpu,
    self->stacks.samples.callsite,
    self->stacks.samples.weight,
    self->dumps.dumps,
    self->dumps.threads,
    self->dumps.locks,
    self->dumps.transactions,
    self->dumps.facts,
    self->stacks.samples.mode,
    self->stacks.samples.unwind_error,
    self->stacks.samples.session,
    self->stacks.heaps,
    self->stacks.changes.ts,
    self->stacks.changes.heap,
    self->stacks.changes.upid,
    self->stacks.changes.utid,
    self->stacks.changes.callsite,
    self->stacks.changes.size,
    self->stacks.changes.count,
    self->recording.cpus,
    self->recording.readings,
    self->recording.stats,
    self->recording.symbols,
  };

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    free_column (columns[i]);
  tv_sparse_column_clear (&self->stacks.samples.async_id);
  tv_trace_clear_log_lines (self);
  g_clear_pointer (&self->texts, g_array_unref);
  tv_trace_clear_faults (self);
  tv_trace_clear_heap_graphs (self);
  g_free (self->smaps);
}

/* Returns: (array length=n): regions of the memory of processes, by time */
const TvSmapsEntry *
tv_trace_get_smaps (TvTrace *self, guint32 *n)
{
  TV_RETURN_ROWS (self->smaps, self->n_smaps);
}

/* Returns: (transfer none): data of the recorder about the device and itself */
const TvRecording *
tv_trace_get_recording (TvTrace *self)
{
  return &self->recording;
}

/**
 * tv_weight_unit_name:
 * @unit: a unit
 *
 * Returns: its name in tables
 */
const char *
tv_weight_unit_name (TvWeightUnit unit)
{
  static const char *const names[] = { "count", "ns", "bytes" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_WEIGHT_TENTHS);
  g_return_val_if_fail (unit < TV_N_WEIGHT_UNITS, NULL);
  return names[tv_weight_unit_get_base (unit)];
}

/**
 * tv_heap_measure_name:
 * @measure: a measure of a heap
 *
 * Returns: its name within names of sample kinds
 */
const char *
tv_heap_measure_name (TvHeapMeasure measure)
{
  static const char *const names[] = { "live bytes", "allocated bytes", "freed bytes",
                                       "live count", "allocated count", "freed count" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_HEAP_MEASURES);
  g_return_val_if_fail (measure < TV_N_HEAP_MEASURES, NULL);
  return names[measure];
}

/* Returns: (nullable): its name in tables */
const char *
tv_counter_unit_name (TvCounterUnit unit)
{
  static const char *const names[] = { NULL, "count", "ns", "bytes", "Hz", "kHz", "m°C" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_COUNTER_UNITS);
  g_return_val_if_fail (unit < TV_N_COUNTER_UNITS, NULL);
  return names[unit];
}

/* Returns: its name in Perfetto's tables */
const char *
tv_stat_severity_name (TvStatSeverity severity)
{
  static const char *const names[] = { "info", "notice", "data_loss", "error" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_STAT_SEVERITIES);
  g_return_val_if_fail (severity < TV_N_STAT_SEVERITIES, NULL);
  return names[severity];
}

/* Returns: (nullable): its name in Perfetto's tables */
const char *
tv_cpu_mode_name (TvCpuMode mode)
{
  static const char *const names[] = { NULL,         "kernel",       "user",
                                       "hypervisor", "guest_kernel", "guest_user" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_CPU_MODES);
  g_return_val_if_fail (mode < TV_N_CPU_MODES, NULL);
  return names[mode];
}

/* Returns: (nullable): its name in Perfetto's tables */
const char *
tv_unwind_error_name (TvUnwindError error)
{
  static const char *const names[] = {
    NULL,          "none",        "memory_invalid",      "unwind_info",
    "unsupported", "invalid_map", "max_frames_exceeded", "repeated_frame",
    "invalid_elf", "system_call", "thread_timeout",      "thread_does_not_exist",
    "bad_arch",    "maps_parse",  "invalid_parameter",   "ptrace_call",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_UNWIND_ERRORS);
  g_return_val_if_fail (error < TV_N_UNWIND_ERRORS, NULL);
  return names[error];
}

/**
 * tv_stacks_get_rows:
 * @self: stacks of a trace
 * @kind: a kind of samples
 *
 * Returns: the rows that have the samples of that kind
 */
TvKindRows
tv_stacks_get_rows (const TvStacks *self, guint32 kind)
{
  static const gint32 signs[TV_N_HEAP_MEASURES] = {
    [TV_HEAP_ALLOCATED_BYTES] = 1,
    [TV_HEAP_ALLOCATED_COUNT] = 1,
    [TV_HEAP_FREED_BYTES] = -1,
    [TV_HEAP_FREED_COUNT] = -1,
  };
  const TvStackSamples *samples = &self->samples;
  const TvHeapChanges *changes = &self->changes;
  const TvSampleKind *info;

  if (kind >= self->n_kinds)
    return (TvKindRows){ 0 };
  info = &self->kinds[kind];
  if (info->heap == TV_NONE)
    return (TvKindRows){ .n = samples->n,
                         .ts = samples->ts,
                         .utid = samples->utid,
                         .callsite = samples->callsite,
                         .of = samples->kind,
                         .weight = samples->weight,
                         .wanted = kind };
  return (TvKindRows){ .n = changes->n,
                       .ts = changes->ts,
                       .upid = changes->upid,
                       .utid = changes->utid,
                       .callsite = changes->callsite,
                       .of = changes->heap,
                       .weight = info->unit == TV_WEIGHT_BYTES ? changes->size : changes->count,
                       .wanted = info->heap,
                       .sign = signs[info->measure] };
}
