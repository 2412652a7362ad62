/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heaps.h"
#include "core/memory/sparse-column.h"
#include "core/types.h"

G_BEGIN_DECLS

/* Stacks of samples and dumps. Each stack is stored once, as a path from the innermost frame to the outermost:
 *
 *   sample ─▶ callsite ─▶ frame ─▶ symbol
 *                │          └────▶ mapping
 *                └─▶ callsite of the caller ─▶ … */

/**
 * TvMapping:
 * @path: string id of the mapped file, or of the mapping's name
 * @build_id: string id, or %TV_NONE
 * @start: first address; 0 if not recorded, like all numbers below
 * @end: address after the last one
 * @start_offset: file offset at which the ELF image begins, in bytes
 * @exact_offset: file offset of the mapping, in bytes
 * @load_bias: difference between addresses and offsets in the file
 *
 * A memory mapping that contains code.
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
 * @TV_FRAME_OTHER: not recorded
 * @TV_FRAME_MANAGED: code of a virtual machine
 * @TV_FRAME_NATIVE: native code
 * @TV_FRAME_KERNEL: kernel code
 * @TV_FRAME_JS: JavaScript
 * @TV_FRAME_JIT: code compiled at run time by a virtual machine
 *
 * The kind of code that a frame executes.
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
 * @symbol: the function; %TV_NONE if only the address is known
 * @mapping: row of the #TvMapping, or %TV_NONE
 * @relative_pc: address relative to the mapped file, or 0
 * @line: line number, or 0
 * @kind: kind of code
 * @n_repeats: number of repetitions of this frame that the file omits
 * @symbol_set: set of #TvCodeSymbol at the address, or 0
 * @source_file: string id of the source file of @line; %TV_NONE if unknown or equal to the symbol's source file
 * @is_inlined: whether the function is inlined into its caller
 * @reported_name: 1 + string id of the name in the file; 0 if equal to the symbol's name
 *
 * A frame: an address or a line in a function. Equal frames of several stacks share a row.
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
  guint32 reported_name;
} TvFrame;

/**
 * TvCallsite:
 * @parent: callsite of the caller, always a smaller row; %TV_NONE for the outermost frame
 * @frame: row of the #TvFrame
 * @depth: number of callers
 *
 * A node in the tree of stacks: a frame and its callers.
 */
typedef struct
{
  guint32 parent;
  guint32 frame;
  guint32 depth;
} TvCallsite;

/* Maximum number of digits after the decimal point of a weight. */
#define TV_WEIGHT_MAX_DIGITS 9

/**
 * TvWeightUnit:
 * @TV_WEIGHT_COUNT: number of events
 * @TV_WEIGHT_NS: time in ns
 * @TV_WEIGHT_BYTES: memory in bytes
 * @TV_WEIGHT_TENTHS: multiples of 0.1; the following values stand for multiples of 0.01 and so on, up to
 *   %TV_WEIGHT_MAX_DIGITS digits
 *
 * The unit of sample weights.
 */
typedef enum
{
  TV_WEIGHT_COUNT,
  TV_WEIGHT_NS,
  TV_WEIGHT_BYTES,
  TV_WEIGHT_TENTHS,
  TV_N_WEIGHT_UNITS = TV_WEIGHT_TENTHS + TV_WEIGHT_MAX_DIGITS,
} TvWeightUnit;

/**
 * TvSampleKind:
 * @name: string id of the sampled event, such as "cpu-cycles"
 * @unit: unit of the weights
 * @heap: the #TvHeap whose changes are the samples, or %TV_NONE
 * @measure: the measure of @heap
 * @is_off_cpu: whether the samples measure time off the CPU
 * @before: the kind with the samples from an earlier run, in a file that compares two runs; or %TV_NONE
 *
 * A kind of sample. Weights of different kinds must not be added up.
 */
typedef struct
{
  guint32 name;
  TvWeightUnit unit;
  guint32 heap;
  TvHeapMeasure measure;
  gboolean is_off_cpu;
  guint32 before;
} TvSampleKind;

/**
 * TvCpuMode:
 *
 * The CPU mode of a sample.
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
 * The reason for an incomplete stack, as in Profiling.StackUnwindError of
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
 * @ts: timestamp in ns, or %TV_NO_TIME
 * @kind: row of the #TvSampleKind
 * @utid: the thread, or %TV_NONE
 * @cpu: the CPU, or %TV_NONE
 * @callsite: innermost callsite, or %TV_NONE without a stack
 * @weight: weight in the unit of @kind
 * @mode: #TvCpuMode
 * @unwind_error: #TvUnwindError
 * @session: number of the sampling session in the file, from 1; 0 if not recorded
 *
 * A sample, as added by a reader.
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
 * @ts: timestamp in ns, sorted; samples without a time come first
 * @session: (nullable): see #TvStackSample; %NULL if no sample has a session
 * @async_id: id of the asynchronous task to which the sample belongs, if recorded
 *
 * All samples as columns; see #TvStackSample for those that are not listed here.
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
 * All stacks of a trace. Rows are unique, except those of samples.
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
 * @n: number of rows, including those of other kinds
 * @ts: timestamp in ns, sorted; rows without a time come first
 * @upid: (nullable): the process; %NULL if it follows from the thread
 * @utid: the thread, or %TV_NONE
 * @callsite: innermost callsite, or %TV_NONE
 *
 * The rows that contain the samples of one kind: stack samples or heap changes. tv_kind_rows_has() selects the rows
 * of the kind. Members that are not listed here are private.
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

/* Returns whether the row is a sample of the kind. */
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

/* Returns the weight of a row, which must be a sample of the kind. */
static inline gint64
tv_kind_rows_get_weight (const TvKindRows *self, guint32 row)
{
  guint64 weight = (guint64) self->weight[row];

  return (gint64) (self->sign < 0 ? 0 - weight : weight);
}

/* Returns the unit of weights with @n_digits digits after the decimal point. */
static inline TvWeightUnit
tv_weight_unit_of_digits (guint n_digits)
{
  return n_digits > 0 ? (TvWeightUnit) (TV_WEIGHT_TENTHS + (int) n_digits - 1) : TV_WEIGHT_COUNT;
}

/* Returns the number of digits after the decimal point; 0 for units without fractions. */
static inline guint
tv_weight_unit_get_digits (TvWeightUnit unit)
{
  return unit >= TV_WEIGHT_TENTHS ? (guint) (unit - TV_WEIGHT_TENTHS) + 1 : 0;
}

/* Returns TV_WEIGHT_COUNT for fractions; other units unchanged. */
static inline TvWeightUnit
tv_weight_unit_get_base (TvWeightUnit unit)
{
  return unit >= TV_WEIGHT_TENTHS ? TV_WEIGHT_COUNT : unit;
}

const char *tv_weight_unit_name  (TvWeightUnit  unit);
const char *tv_frame_kind_name   (TvFrameKind   kind);
const char *tv_cpu_mode_name     (TvCpuMode     mode);
const char *tv_unwind_error_name (TvUnwindError error);

G_END_DECLS
