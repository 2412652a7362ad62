/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoStat:
 *
 * Statistics that the reader itself counts. They have the same names as in Perfetto's trace processor.
 */
typedef enum
{
  TV_PERFETTO_STAT_SKIPPED_PACKETS,
  TV_PERFETTO_STAT_SKIPPED_INTERNED,
  TV_PERFETTO_STAT_SKIPPED_SWITCHES,
  TV_PERFETTO_STAT_SKIPPED_WAKINGS,
  TV_PERFETTO_STAT_BAD_COMPACT_SCHED,
  TV_PERFETTO_STAT_UNKNOWN_CLOCK,
  TV_PERFETTO_STAT_NO_CLOCK_PATH,
  TV_PERFETTO_STAT_BAD_SNAPSHOTS,
  TV_PERFETTO_STAT_CPU_LOSS,
  TV_PERFETTO_STAT_CPU_OVERRUN,
  TV_PERFETTO_STAT_HEAP_REJECTED,
  TV_PERFETTO_STAT_HEAP_DISCONNECTED,
  TV_PERFETTO_STAT_HEAP_OVERRAN,
  TV_PERFETTO_STAT_HEAP_CORRUPTED,
  TV_PERFETTO_STAT_HEAP_GUARDRAIL,
  TV_PERFETTO_STAT_HEAP_CLIENT_ERROR,
  TV_PERFETTO_STAT_HEAP_MISSING_PACKET,
  TV_PERFETTO_STAT_HEAP_UNWIND_SAMPLES,
  TV_PERFETTO_STAT_HEAP_UNWIND_TIME,
  TV_PERFETTO_STAT_HEAP_LAST_TIME,
  TV_PERFETTO_STAT_PERF_SKIPPED,
  TV_PERFETTO_STAT_PERF_SKIPPED_LOSS,
  TV_PERFETTO_STAT_PERF_LOST_RECORDS,
  TV_PERFETTO_STAT_SEQUENCE_LOSS,
  TV_PERFETTO_STAT_DROPPED_SEQUENCES,
  TV_PERFETTO_STAT_BAD_MARKS,
  TV_PERFETTO_STAT_BAD_FRAMES,
  TV_PERFETTO_STAT_UNPAIRED_FRAME_ENDS,
  TV_PERFETTO_STAT_BAD_GPU_COUNTERS,
  TV_PERFETTO_STAT_BAD_HEAP_OBJECTS,
  TV_PERFETTO_STAT_HEAP_GRAPH_MISSING_PACKET,
  TV_PERFETTO_STAT_EMPTY_RAILS,
  TV_PERFETTO_STAT_UNKNOWN_RAILS,
  TV_PERFETTO_STAT_EMPTY_STACKS,
  TV_PERFETTO_STAT_UNKNOWN_STACKS,
  TV_PERFETTO_STAT_UNKNOWN_FRAMES,
  TV_PERFETTO_STAT_UNKNOWN_MAPPINGS,
  TV_PERFETTO_STAT_UNKNOWN_STRINGS,
  TV_PERFETTO_STAT_NO_BUILD_ID,
  TV_PERFETTO_STAT_MISPLACED_ENDS,
  TV_PERFETTO_STAT_BAD_EVENT_TIMES,
  TV_PERFETTO_STAT_BAD_SAMPLE_TIMES,
  TV_PERFETTO_STAT_CONTRADICTING_TRACKS,
  TV_N_PERFETTO_STATS,
} TvPerfettoStat;

void tv_perfetto_count            (TvPerfettoReader         *reader,
                                   TvPerfettoStat            stat,
                                   guint32                   idx,
                                   gint64                    n);
void tv_perfetto_note             (TvPerfettoReader         *reader,
                                   TvPerfettoStat            stat,
                                   guint32                   idx,
                                   gint64                    value);
void tv_perfetto_take_cpu_info    (TvPerfettoReader         *reader,
                                   const TvPerfettoMessage  *message);
void tv_perfetto_emit_trace_stats (TvPerfettoReader         *reader,
                                   TvSpan                    message);
void tv_perfetto_emit_cpu_stats   (TvPerfettoReader         *reader,
                                   TvSpan                    message,
                                   gboolean                  is_end);
void tv_perfetto_emit_clocks      (TvPerfettoReader         *reader);

G_END_DECLS
