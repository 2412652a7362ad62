/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names of clocks that all recordings of a device share. */
#define TV_CLOCK_BOOTTIME  "boot"
#define TV_CLOCK_MONOTONIC "mono"
#define TV_CLOCK_REALTIME  "realtime"

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
 * @source: (nullable) (transfer none): what ties the two clocks, the least certain of it; %NULL for one
 *   and the same
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
 * The clocks by which recordings tell their times, and what ties them: snapshots, which say what
 * several of them showed at one moment.
 *
 *     log 1 ──────●──────────── mono ────────●────── log 2
 *              snapshot                   snapshot
 *
 * A clock that is asked for is reached over as many others as it takes, by the way that is least
 * uncertain. Between two snapshots a time is interpolated, and may be off by as much as the clocks
 * went apart between them; outside by 100 ppm, which is what quartzes differ, of how far it is from
 * the next.
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
gboolean    tv_clocks_convert      (const TvClocks       *self,
                                    guint                 from,
                                    gint64                ts,
                                    guint                 to,
                                    TvClockTime          *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvClocks, tv_clocks_free)

G_END_DECLS
