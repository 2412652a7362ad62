/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names of clocks that all recordings of a device share. */
#define TV_CLOCK_BOOTTIME  "boot"
#define TV_CLOCK_MONOTONIC "mono"
#define TV_CLOCK_REALTIME  "realtime"

/* The clock of local times in an unknown time zone. */
#define TV_CLOCK_LOCAL "wall time"

/**
 * TvClockReading:
 * @domain: a clock, from tv_clocks_add()
 * @ts: value of the clock in ns
 *
 * The value of one clock in a snapshot.
 */
typedef struct
{
  guint domain;
  gint64 ts;
} TvClockReading;

/**
 * TvClockTime:
 * @ts: time on the target clock, in ns
 * @uncertainty: maximum error of @ts, in ns
 * @source: (nullable) (transfer none): the least certain snapshot on the clock path; %NULL if the time was not
 *   converted, because both clocks are the same
 *
 * A time that was converted to another clock, and its uncertainty.
 */
typedef struct
{
  gint64 ts;
  gint64 uncertainty;
  const char *source;
} TvClockTime;

/**
 * TvClocks:
 *
 * Clocks of recordings, and the snapshots that synchronize them. A snapshot contains readings of several clocks,
 * taken at the same time.
 *
 *     log 1 ──────●──────────── mono ────────●────── log 2
 *              snapshot                   snapshot
 *
 * Timestamps are converted along the clock path with the least uncertainty. Between two snapshots, the time is
 * interpolated, and the uncertainty is the drift of the two clocks in that interval. Before the first and after the
 * last snapshot, the uncertainty is 100 ppm (the usual tolerance of quartz clocks) of the distance to the nearest
 * snapshot. If a clock was set or stopped between two distant snapshots, the nearer snapshot applies; more than ten
 * minutes away from that snapshot, the uncertainty is the size of the step.
 */
typedef struct _TvClocks TvClocks;

TvClocks   *tv_clocks_new          (void);
void        tv_clocks_free         (TvClocks             *self);
guint       tv_clocks_add          (TvClocks             *self,
                                    const char           *name);
const char *tv_clocks_get_name     (const TvClocks       *self,
                                    guint                 domain);
void        tv_clocks_add_snapshot (TvClocks             *self,
                                    const TvClockReading *readings,
                                    guint                 n,
                                    gint64                uncertainty_ns,
                                    const char           *source);
void        tv_clocks_sync_zone     (TvClocks             *self,
                                    gint64                utc_ns,
                                    gint32                utc_offset_s);
TvClockReading tv_clocks_read_wall (TvClocks             *self,
                                    gint64                ts,
                                    gint32                utc_offset_s);
gboolean    tv_clocks_convert      (const TvClocks       *self,
                                    guint                 from,
                                    gint64                ts,
                                    guint                 to,
                                    TvClockTime          *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvClocks, tv_clocks_free)

G_END_DECLS
