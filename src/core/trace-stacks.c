/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/heaps.h"
#include "core/stacks.h"

/* Rows of samples by kind, and names of the stack enumerations in tables. Called by readers, the builder, analyses,
 * tables and exports. Pure: only reads the trace. */

/**
 * tv_weight_unit_name:
 *
 * Returns: the name of the unit in tables
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
 *
 * Returns: the name of the measure, which is part of the names of sample kinds
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

/* Returns: (nullable): name of the mode in Perfetto's tables */
const char *
tv_cpu_mode_name (TvCpuMode mode)
{
  static const char *const names[] = { NULL,         "kernel",       "user",
                                       "hypervisor", "guest_kernel", "guest_user" };

  G_STATIC_ASSERT (G_N_ELEMENTS (names) == TV_N_CPU_MODES);
  g_return_val_if_fail (mode < TV_N_CPU_MODES, NULL);
  return names[mode];
}

/* Returns: (nullable): name of the error in Perfetto's tables */
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
 * @kind: row of a #TvSampleKind
 *
 * Returns: the rows that contain the samples of this kind; empty if there is no such kind
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
