/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Data of the recorder about the device and itself: processors, clock snapshots, statistics, and symbolized
 * addresses. */

/**
 * TvCpu:
 * @cpu: the CPU, see tv_trace_get_cpu_number()
 * @cluster: cluster of equally fast CPUs, the slowest first; 0 if not known
 * @processor: string: model, or %TV_NONE
 * @capacity: relative capacity, or %TV_NONE; the kernel's capacity-dmips-mhz, scaled to 1024
 * @max_khz: maximum frequency, or 0 if not recorded
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
 * @ts: timestamp in ns
 * @snapshot: number of the snapshot, per machine
 * @clock: clock id of the recorder
 * @value: its reading in ns
 * @machine: its #TvMachine
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
 * @TV_STAT_NOTICE: data was dropped as configured
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
 * @idx: index of the buffer, CPU or process, or %TV_NONE
 * @severity: #TvStatSeverity
 * @is_of_recorder: counted by the recorder, not by the reader
 * @value: the count
 *
 * A statistic of the recording or of reading it; pairs of @name and @idx are unique.
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
 * @set: @symbol_set of #TvFrame
 * @name: string: the function
 * @file: string, or %TV_NONE
 * @line: line number, or 0
 *
 * A function at an address. Functions of one set are consecutive, the innermost inlined one first.
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
 * All data of the recorder; clocks in the order of the file, the rest sorted by number and name.
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
