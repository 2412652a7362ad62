/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* What a recorder tells of the device and of itself: processors, clocks, how much it recorded and lost, and names
 * of code that it looked up. */

/**
 * TvCpu:
 * @cpu: which it is, see tv_trace_get_cpu_number()
 * @cluster: number of the CPUs that are as fast as it, the slowest first; 0 where nothing is told
 * @processor: string: what it is, or %TV_NONE
 * @capacity: how much it can do beside others, or %TV_NONE; the kernel's capacity-dmips-mhz, scaled to 1024
 * @max_khz: the highest frequency that it has, or 0 where that is not told
 */
typedef struct
{
  guint32 cpu;
  guint32 cluster;
  guint32 processor;
  guint32 capacity;
  guint32 max_khz;
} TvCpu;

/**
 * TvSnapshotClock:
 * @ts: when, in ns
 * @snapshot: number of the moment, at which several clocks were read
 * @clock: number of the clock, as the recorder has it
 * @value: what it showed, in ns
 * @machine: the #TvMachine that has it, whose snapshots are numbered for themselves
 */
typedef struct
{
  gint64 ts;
  guint32 snapshot;
  guint32 clock;
  gint64 value;
  guint32 machine;
} TvSnapshotClock;

/**
 * TvStatSeverity:
 * @TV_STAT_INFO: usual in good recordings
 * @TV_STAT_NOTICE: something was left out, as it had to be
 * @TV_STAT_DATA_LOSS: something is missing
 * @TV_STAT_ERROR: something is damaged
 */
typedef enum
{
  TV_STAT_INFO,
  TV_STAT_NOTICE,
  TV_STAT_DATA_LOSS,
  TV_STAT_ERROR,
  TV_N_STAT_SEVERITIES,
} TvStatSeverity;

/**
 * TvStat:
 * @name: string
 * @idx: which buffer, CPU or process it is of, or %TV_NONE
 * @severity: #TvStatSeverity
 * @is_of_recorder: whether the recorder counted it, and not the reader
 * @value: how many
 *
 * What was counted while it was recorded or read; no name and @idx is there twice.
 */
typedef struct
{
  guint32 name;
  guint32 idx;
  TvStatSeverity severity;
  gboolean is_of_recorder;
  gint64 value;
} TvStat;

/**
 * TvCodeSymbol:
 * @set: number of the place in code, as #TvFrame has it
 * @name: string: the function
 * @file: string, or %TV_NONE
 * @line: line number, or 0
 *
 * A function that a place in code is in. Those of one set follow one another, the innermost inlined one first.
 */
typedef struct
{
  guint32 set;
  guint32 name;
  guint32 file;
  guint32 line;
} TvCodeSymbol;

/**
 * TvRecording:
 *
 * All that was told; clocks in the order of the file, the rest sorted by numbers and names.
 */
typedef struct
{
  guint32 n_cpus;
  const TvCpu *cpus;
  guint32 n_readings;
  const TvSnapshotClock *readings;
  guint32 n_stats;
  const TvStat *stats;
  guint32 n_symbols;
  const TvCodeSymbol *symbols;
} TvRecording;

const char *tv_stat_severity_name (TvStatSeverity severity);

G_END_DECLS
