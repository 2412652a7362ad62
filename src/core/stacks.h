/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

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
 *
 * Where code is from.
 */
typedef struct
{
  guint32 path;
  guint32 build_id;
} TvMapping;

/**
 * TvFrameKind:
 * @TV_FRAME_OTHER: of any kind, for the file does not tell
 * @TV_FRAME_MANAGED: of code that a virtual machine runs
 * @TV_FRAME_NATIVE: of code that the processor runs
 * @TV_FRAME_KERNEL: of the kernel
 * @TV_FRAME_JS: of JavaScript
 */
typedef enum
{
  TV_FRAME_OTHER,
  TV_FRAME_MANAGED,
  TV_FRAME_NATIVE,
  TV_FRAME_KERNEL,
  TV_FRAME_JS,
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
 */
typedef struct
{
  guint32 symbol;
  guint32 mapping;
  guint64 relative_pc;
  guint32 line;
  TvFrameKind kind;
  guint32 n_repeats;
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
 *
 * Weights of different kinds must never be added up.
 */
typedef struct
{
  guint32 name;
  TvWeightUnit unit;
} TvSampleKind;

/**
 * TvStackSample:
 * @ts: when, in ns, or %TV_NO_TIME
 * @kind: which #TvSampleKind
 * @utid: the thread, or %TV_NONE
 * @cpu: on which CPU, or %TV_NONE
 * @callsite: the innermost one, or %TV_NONE where there was no stack
 * @weight: for how much it stands
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
} TvStackSample;

/**
 * TvStackSamples:
 * @n: number of samples
 * @ts: when, in ns, sorted; those without a time come first
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
} TvStacks;

const char *tv_weight_unit_name (TvWeightUnit unit);
const char *tv_frame_kind_name  (TvFrameKind  kind);

G_END_DECLS
