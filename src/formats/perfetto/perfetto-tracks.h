/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-records.h"

G_BEGIN_DECLS

/* Default names of counters that contain a thread clock. */
#define TV_PERFETTO_THREAD_TIME         "thread_time"
#define TV_PERFETTO_THREAD_INSTRUCTIONS "thread_instruction_count"

/**
 * TvPerfettoCounterInfo:
 * @owner: kind of owner
 * @id: as for tv_perfetto_records_get_counter()
 * @name: string
 * @unit: unit of the multiplied values
 * @multiplier: multiplier of values
 * @is_incremental: whether values are differences
 * @clock: clock of the thread: %TV_THREAD_CLOCK_TS or %TV_THREAD_CLOCK_INSTRUCTIONS; %TV_N_THREAD_CLOCKS for other
 *   counters
 *
 * A track with a CounterDescriptor.
 */
typedef struct
{
  TvPerfettoOwner owner;
  guint32 id;
  guint32 name;
  TvCounterUnit unit;
  double multiplier;
  gboolean is_incremental;
  TvThreadClock clock;
} TvPerfettoCounterInfo;

/**
 * TvPerfettoReported:
 * @name: string, or %TV_NONE
 * @args: a set of arguments, or %TV_NONE
 * @category: string: category of the slice to end, or %TV_NONE for any
 *
 * Further data of an event on a lane.
 */
typedef struct
{
  guint32 name;
  guint32 args;
  guint32 category;
} TvPerfettoReported;

/* Tracks of recorders, and their lanes on the timeline.
 *
 *   uuid 1 thread 7    ─▶ the thread's own lane, with its slices
 *   uuid 2 "network"   ─┐ same parent and name: one lane, with as many layers as are
 *   uuid 3 "network"   ─┘ needed for overlapping slices
 */

TvPerfettoTracks *tv_perfetto_tracks_new         (TvPerfettoReader      *reader);
void              tv_perfetto_tracks_free        (TvPerfettoTracks      *self);
void              tv_perfetto_tracks_describe    (TvPerfettoTracks      *self,
                                                  TvSpan                 message);
guint32           tv_perfetto_tracks_get_lane    (TvPerfettoTracks      *self,
                                                  guint64                uuid);
guint32           tv_perfetto_tracks_get_thread_lane (TvPerfettoTracks  *self,
                                                  guint32                utid);
guint32           tv_perfetto_tracks_get_named_lane (TvPerfettoTracks   *self,
                                                  TvPerfettoOwner        owner,
                                                  guint32                id,
                                                  guint64                key,
                                                  guint32                name,
                                                  TvTrackRole            role);
gboolean          tv_perfetto_tracks_get_lane_thread (TvPerfettoTracks  *self,
                                                  guint32                lane,
                                                  guint32               *utid);
gboolean          tv_perfetto_tracks_get_counter (TvPerfettoTracks      *self,
                                                  guint64                uuid,
                                                  TvPerfettoCounterInfo *out);
gboolean          tv_perfetto_tracks_get_thread  (TvPerfettoTracks      *self,
                                                  guint64                uuid,
                                                  guint32               *utid);
void              tv_perfetto_tracks_see         (TvPerfettoTracks      *self,
                                                  guint32                lane,
                                                  gint64                 ts,
                                                  guint32                name);
void              tv_perfetto_tracks_settle      (TvPerfettoTracks      *self);
guint64           tv_perfetto_tracks_emit        (TvPerfettoTracks      *self,
                                                  guint32                lane,
                                                  TvPerfettoAct          act,
                                                  gint64                 ts,
                                                  const TvPerfettoReported  *reported);
guint             tv_perfetto_tracks_count_misplaced (const TvPerfettoTracks *self);
void              tv_perfetto_tracks_wait        (TvPerfettoTracks      *self,
                                                  guint32                lane,
                                                  guint64                flow);
gboolean          tv_perfetto_tracks_stop_waiting (TvPerfettoTracks     *self,
                                                  guint32                lane,
                                                  guint64               *flow);

G_END_DECLS
