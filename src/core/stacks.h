/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heaps.h"
#include "core/memory/sparse-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Stacks that were found at moments, by sampling or in dumps. Each is kept once, as the way from its
 * innermost frame out:
 *
 *   sample ─▶ callsite ─▶ frame ─▶ symbol
 *                │          └────▶ mapping
 *                └─▶ callsite it was called from ─▶ …
 */

/**
 * TvMapping:
 * @path: string: the file that was mapped, or what it is called
 * @build_id: string, or %TV_NONE
 * @start: its first address, 0 where the file does not tell; the other numbers likewise
 * @end: the address behind its last
 * @start_offset: where in the file it begins, in bytes, as the linker placed it
 * @exact_offset: the same, as it was mapped
 * @load_bias: what addresses in the file are more than offsets
 *
 * Where code is from.
 */
typedef struct
{
  guint32 path;
  guint32 build_id;
  guint64 start;
  guint64 end;
  guint64 start_offset;
  guint64 exact_offset;
  guint64 load_bias;
} TvMapping;

/**
 * TvFrameKind:
 * @TV_FRAME_OTHER: of any kind, for the file does not tell
 * @TV_FRAME_MANAGED: of code that a virtual machine runs
 * @TV_FRAME_NATIVE: of code that the processor runs
 * @TV_FRAME_KERNEL: of the kernel
 * @TV_FRAME_JS: of JavaScript
 * @TV_FRAME_JIT: of code that a virtual machine compiled while it ran
 */
typedef enum
{
  TV_FRAME_OTHER,
  TV_FRAME_MANAGED,
  TV_FRAME_NATIVE,
  TV_FRAME_KERNEL,
  TV_FRAME_JS,
  TV_FRAME_JIT,
  TV_N_FRAME_KINDS,
} TvFrameKind;

/**
 * TvFrame:
 * @symbol: what is called, or %TV_NONE where only the address is known
 * @mapping: where it is from, or %TV_NONE
 * @relative_pc: the address in the mapping's file, or 0
 * @line: line number, or 0
 * @kind: what runs it
 * @n_repeats: so many more frames like it come before the next, which the file does not list
 * @symbol_set: the #TvCodeSymbol of its place in code, or 0 if none are told
 * @source_file: string: what @line is in; %TV_NONE where it is the symbol's, or not known
 * @is_inlined: its code was put into that of the frame which it was called from
 * @told_name: string of what the file calls it and 1 more; 0 where its symbol is called so
 */
typedef struct
{
  guint32 symbol;
  guint32 mapping;
  guint64 relative_pc;
  guint32 line;
  TvFrameKind kind;
  guint32 n_repeats;
  guint32 symbol_set;
  guint32 source_file;
  gboolean is_inlined;
  guint32 told_name;
} TvFrame;

/**
 * TvCallsite:
 * @parent: the callsite that it was called from, a smaller row; %TV_NONE for the outermost
 * @frame: what is called there
 * @depth: how many are around it
 */
typedef struct
{
  guint32 parent;
  guint32 frame;
  guint32 depth;
} TvCallsite;

/**
 * TvWeightUnit:
 * @TV_WEIGHT_COUNT: how often something happened
 * @TV_WEIGHT_NS: time, in ns
 * @TV_WEIGHT_BYTES: memory
 */
typedef enum
{
  TV_WEIGHT_COUNT,
  TV_WEIGHT_NS,
  TV_WEIGHT_BYTES,
  TV_N_WEIGHT_UNITS,
} TvWeightUnit;

/**
 * TvSampleKind:
 * @name: string: what made the samples, such as "cpu-cycles"
 * @unit: what their weights are in
 * @heap: the #TvHeap that its samples are changes of, or %TV_NONE
 * @measure: what of that heap
 * @is_off_cpu: whether they tell of time that threads were off the CPU
 *
 * Weights of different kinds must never be added up.
 */
typedef struct
{
  guint32 name;
  TvWeightUnit unit;
  guint32 heap;
  TvHeapMeasure measure;
  gboolean is_off_cpu;
} TvSampleKind;

/**
 * TvCpuMode:
 *
 * What a CPU was in when a sample was taken.
 */
typedef enum
{
  TV_CPU_MODE_UNKNOWN,
  TV_CPU_MODE_KERNEL,
  TV_CPU_MODE_USER,
  TV_CPU_MODE_HYPERVISOR,
  TV_CPU_MODE_GUEST_KERNEL,
  TV_CPU_MODE_GUEST_USER,
  TV_N_CPU_MODES,
} TvCpuMode;

/**
 * TvUnwindError:
 *
 * Why a stack is not whole; Profiling.StackUnwindError of
 * perfetto/protos/trace/profiling/profile_packet.proto.
 */
typedef enum
{
  TV_UNWIND_FINE,
  TV_UNWIND_NONE,
  TV_UNWIND_MEMORY_INVALID,
  TV_UNWIND_INFO,
  TV_UNWIND_UNSUPPORTED,
  TV_UNWIND_INVALID_MAP,
  TV_UNWIND_MAX_FRAMES,
  TV_UNWIND_REPEATED_FRAME,
  TV_UNWIND_INVALID_ELF,
  TV_UNWIND_SYSTEM_CALL,
  TV_UNWIND_THREAD_TIMEOUT,
  TV_UNWIND_THREAD_GONE,
  TV_UNWIND_BAD_ARCH,
  TV_UNWIND_MAPS_PARSE,
  TV_UNWIND_INVALID_PARAMETER,
  TV_UNWIND_PTRACE_CALL,
  TV_N_UNWIND_ERRORS,
} TvUnwindError;

/**
 * TvStackSample:
 * @ts: when, in ns, or %TV_NO_TIME
 * @kind: which #TvSampleKind
 * @utid: the thread, or %TV_NONE
 * @cpu: on which CPU, or %TV_NONE
 * @callsite: the innermost one, or %TV_NONE where there was no stack
 * @weight: for how much it stands
 * @mode: #TvCpuMode
 * @unwind_error: #TvUnwindError
 * @session: by which of the recordings of samples in one file it was taken, from 1; 0 where that is not told
 *
 * One sample, as a reader tells it.
 */
typedef struct
{
  gint64 ts;
  guint32 kind;
  guint32 utid;
  guint32 cpu;
  guint32 callsite;
  gint64 weight;
  guint8 mode;
  guint8 unwind_error;
  guint16 session;
} TvStackSample;

/**
 * TvStackSamples:
 * @n: number of samples
 * @ts: when, in ns, sorted; those without a time come first
 * @session: (nullable): %NULL where it is told of none
 * @async_id: which of the works that a process does by turns it is of, where that is told
 *
 * The columns of all samples; the rest as in #TvStackSample.
 */
typedef struct
{
  guint32 n;
  const gint64 *ts;
  const guint32 *kind;
  const guint32 *utid;
  const guint32 *cpu;
  const guint32 *callsite;
  const gint64 *weight;
  const guint8 *mode;
  const guint8 *unwind_error;
  const guint16 *session;
  TvSparseColumn async_id;
} TvStackSamples;

/**
 * TvStacks:
 *
 * All stacks of a trace. No row is there twice, but samples may.
 */
typedef struct
{
  guint32 n_mappings;
  const TvMapping *mappings;
  guint32 n_frames;
  const TvFrame *frames;
  guint32 n_callsites;
  const TvCallsite *callsites;
  guint32 n_kinds;
  const TvSampleKind *kinds;
  TvStackSamples samples;
  guint32 n_heaps;
  const TvHeap *heaps;
  TvHeapChanges changes;
} TvStacks;

/**
 * TvKindRows:
 * @n: how many rows there are, also of other kinds
 * @ts: when, in ns, sorted; those without a time come first
 * @upid: (nullable): the process; %NULL where threads tell it
 * @utid: the thread, or %TV_NONE
 * @callsite: the innermost one, or %TV_NONE
 *
 * The rows that samples of one kind are among, whether they are samples or changes of a heap. The other
 * members are private.
 */
typedef struct
{
  guint32 n;
  const gint64 *ts;
  const guint32 *upid;
  const guint32 *utid;
  const guint32 *callsite;
  const guint32 *of;
  const gint64 *weight;
  guint32 wanted;
  gint32 sign;
} TvKindRows;

TvKindRows  tv_stacks_get_rows  (const TvStacks *self,
                                 guint32         kind);

/* Whether the row is a sample of the kind. */
static inline gboolean
tv_kind_rows_has (const TvKindRows *self, guint32 row)
{
  gint64 weight;

  if (self->of[row] != self->wanted)
    return FALSE;
  if (self->sign == 0)
    return TRUE;
  weight = self->weight[row];
  return self->sign > 0 ? weight > 0 : weight < 0;
}

/* For how much a row stands that is a sample of the kind. */
static inline gint64
tv_kind_rows_get_weight (const TvKindRows *self, guint32 row)
{
  guint64 weight = (guint64) self->weight[row];

  return (gint64) (self->sign < 0 ? 0 - weight : weight);
}

const char *tv_weight_unit_name  (TvWeightUnit  unit);
const char *tv_frame_kind_name   (TvFrameKind   kind);
const char *tv_cpu_mode_name     (TvCpuMode     mode);
const char *tv_unwind_error_name (TvUnwindError error);

G_END_DECLS
