/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Data from the recorder about the device and the recording: processors, clock snapshots, statistics, and symbols of
 * code addresses. */

/**
 * TvCpu:
 * @cpu: the CPU, see tv_trace_get_cpu_number()
 * @cluster: index of the CPU's cluster; clusters consist of equally fast CPUs and are sorted by speed, the slowest
 *   first. 0 if unknown
 * @processor: string id of the model, or %TV_NONE
 * @capacity: relative capacity: the kernel's capacity-dmips-mhz, scaled to 1024; %TV_NONE if not recorded
 * @max_khz: maximum frequency in kHz; 0 if not recorded
 *
 * A CPU of a machine.
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
 * @snapshot: number of the snapshot, counted per machine
 * @clock: the recorder's id of the clock
 * @value: reading of the clock in ns
 * @machine: the #TvMachine on which the clock was read
 *
 * The reading of one clock in a snapshot of several clocks.
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
 * @TV_STAT_DATA_LOSS: data is missing
 * @TV_STAT_ERROR: data is damaged
 *
 * Severity of a statistic, as in Perfetto's stats table.
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
 * @name: string id
 * @idx: index of the buffer, CPU or process, or %TV_NONE
 * @severity: #TvStatSeverity
 * @is_of_recorder: whether the recorder counted the value, not the reader
 * @value: the count
 *
 * A statistic of the recording or of its import. Pairs of @name and @idx are unique.
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
 * @set: value of @symbol_set in #TvFrame
 * @name: string id of the function's name
 * @file: string id of the source file, or %TV_NONE
 * @line: line number, or 0
 *
 * A function at a code address. The functions of a set are consecutive, the innermost inlined one first.
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
 * All data from the recorder. Clock readings are in file order; CPUs are sorted by number, statistics by name, and
 * symbols by set.
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
