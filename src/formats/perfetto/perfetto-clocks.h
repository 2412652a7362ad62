/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/perfetto/perfetto-clock-paths.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/**
 * TvPerfettoClock:
 *
 * Clock numbers, from perfetto/protos/common/builtin_clock.proto.
 */
typedef enum
{
  TV_PERFETTO_REALTIME = 1,
  TV_PERFETTO_REALTIME_COARSE = 2,
  TV_PERFETTO_MONOTONIC = 3,
  TV_PERFETTO_MONOTONIC_COARSE = 4,
  TV_PERFETTO_MONOTONIC_RAW = 5,
  TV_PERFETTO_BOOTTIME = 6,
  TV_PERFETTO_FIRST_OWN = 64,
  TV_PERFETTO_LAST_OWN = 127,
} TvPerfettoClock;

/**
 * TvPerfettoClocks:
 * @trace_clock: clock of the timestamps in the trace
 * @n_bad: number of invalid snapshots
 *
 * The clocks of a trace and the snapshots that synchronize them. All snapshots are added before the first conversion.
 * Like trace_processor, the conversion prefers snapshots that precede the timestamp in the file. It does not
 * interpolate: it applies the offset of the last snapshot that is not later than the timestamp, or else of the first
 * snapshot.
 *
 * Clocks 64 … 127 are local to a sequence: the same number denotes a different clock in each sequence.
 */
typedef struct
{
  guint32 trace_clock;
  guint64 n_bad;

  /* Private. */
  TvIdMap clocks;  /* sequence << 32 | number → row in @infos */
  guint64 last_id; /* key of the last lookup; G_MAXUINT64 if none */
  guint32 last_clock;
  GArray *infos;     /* Info */
  GArray *readings;  /* TvPerfettoReading: readings of all snapshots, in file order */
  GArray *snapshots; /* Snapshot */
  TvPerfettoClockPaths ways;
  guint32 n_seen; /* number of snapshots passed so far */
} TvPerfettoClocks;

/**
 * TvPerfettoSnapshotClock:
 * @ts: trace time of the snapshot, in ns
 * @snapshot: index of the snapshot among those that are visited
 * @number: number of the clock, see #TvPerfettoClock
 * @value: reading of the clock, in ns
 *
 * A reading of a clock, as passed to #TvPerfettoClockVisit.
 */
typedef struct
{
  gint64 ts;
  guint32 snapshot;
  guint32 number;
  gint64 value;
} TvPerfettoSnapshotClock;

typedef void (*TvPerfettoClockVisit) (const TvPerfettoSnapshotClock *reported, gpointer data);

void     tv_perfetto_clocks_init         (TvPerfettoClocks *self);
void     tv_perfetto_clocks_clear        (TvPerfettoClocks *self);
guint32  tv_perfetto_clocks_find         (TvPerfettoClocks *self,
                                          guint32           number,
                                          guint32           sequence);
void     tv_perfetto_clocks_add_snapshot (TvPerfettoClocks *self,
                                          TvSpan            message,
                                          guint32           sequence);
void     tv_perfetto_clocks_add_sync_point      (TvPerfettoClocks *self,
                                          guint32           a,
                                          gint64            a_ts,
                                          guint32           b,
                                          gint64            b_ts);
guint32  tv_perfetto_clocks_get_trace_number
                                         (const TvPerfettoClocks *self);
void     tv_perfetto_clocks_set_trace_number
                                         (TvPerfettoClocks *self,
                                          guint32           number);
void     tv_perfetto_clocks_settle       (TvPerfettoClocks *self);
void     tv_perfetto_clocks_pass         (TvPerfettoClocks *self);
gboolean tv_perfetto_clocks_is_synchronized      (const TvPerfettoClocks   *self,
                                          guint32                   clock);
gboolean tv_perfetto_clocks_is_incremental
                                         (const TvPerfettoClocks   *self,
                                          guint32                   clock);
gboolean tv_perfetto_clocks_take         (TvPerfettoClocks *self,
                                          guint32           clock,
                                          guint64           reported,
                                          gint64           *ts);
gboolean tv_perfetto_clocks_convert      (TvPerfettoClocks *self,
                                          guint32           clock,
                                          gint64            ts,
                                          gint64           *out);
void     tv_perfetto_clocks_visit        (TvPerfettoClocks         *self,
                                          TvPerfettoClockVisit      visit,
                                          gpointer                  data);
gboolean tv_perfetto_clocks_get_realtime (TvPerfettoClocks *self,
                                          gint64           *trace_ts,
                                          gint64           *realtime);

G_END_DECLS
