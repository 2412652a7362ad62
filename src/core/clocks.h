/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names of clocks that all recordings of a device share. */
#define TV_CLOCK_BOOTTIME  "boot"
#define TV_CLOCK_MONOTONIC "mono"
#define TV_CLOCK_REALTIME  "realtime"

/* Time of day in a zone that is not told. */
#define TV_CLOCK_LOCAL "wall time"

/**
 * TvClockReading:
 * @domain: a clock, as tv_clocks_add() gave it
 * @ts: what it showed, in ns
 */
typedef struct
{
  guint domain;
  gint64 ts;
} TvClockReading;

/**
 * TvClockTime:
 * @ts: a time on the clock that was asked for, in ns
 * @uncertainty: by how much it may be off, in ns
 * @source: (nullable) (transfer none): the least certain tie between the two clocks; %NULL if they are
 *   one clock
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
 * The clocks of recordings, and the snapshots that tie them: a snapshot has the readings of several
 * clocks at one moment.
 *
 *     log 1 ──────●──────────── mono ────────●────── log 2
 *              snapshot                   snapshot
 *
 * A time is converted from clock to clock, over as many others as needed, along the least uncertain
 * way. Between two snapshots it is interpolated, and may be off by as much as the two clocks drifted
 * apart between them. Outside, it may be off by 100 ppm, the usual tolerance of quartzes, of its
 * distance from the nearest snapshot. Where two snapshots that are far from each other tell that a clock was set or
 * stood still between them, the nearer one holds, and beyond some minutes it may be off by as much as that.
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
void        tv_clocks_tie_zone     (TvClocks             *self,
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
