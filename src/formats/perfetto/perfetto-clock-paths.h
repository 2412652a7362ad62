/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvPerfettoReading:
 * @clock: clock from tv_perfetto_clocks_find()
 * @ts: timestamp in ns; for an incremental clock, base of the subsequent differences
 *
 * A clock reading in a snapshot.
 */
typedef struct
{
  guint32 clock;
  gint64 ts;
} TvPerfettoReading;

/**
 * TvPerfettoClockPaths:
 * @target: clock at the end of all paths; set before the first snapshot is added
 *
 * Conversion paths between clocks. Each snapshot synchronizes its clocks with each other. If a clock never
 * occurs in the same snapshot as the target, its path leads through other clocks.
 */
typedef struct
{
  guint32 target;

  /* Private. */
  GArray *nodes;         /* Node per clock */
  GPtrArray *sets;       /* Set */
  GHashTable *by_clocks; /* text that lists the clocks of a set → Set */
  GPtrArray *paths;      /* early Path per clock, or NULL */
  GPtrArray *late_paths; /* late Path per clock, or NULL */
  GArray *
      seen_groups; /* guint32 per clock: parent of the clock in a union-find forest; a tree contains clocks that
                    * passed snapshots synchronize */
  GArray *
      groups; /* guint32 per clock: parent of the clock in a union-find forest; a tree contains clocks that any
                * snapshots synchronize */
  guint32 n_searches;
  guint32 n_visited;
} TvPerfettoClockPaths;

void     tv_perfetto_clock_paths_init    (TvPerfettoClockPaths       *self);
void     tv_perfetto_clock_paths_clear   (TvPerfettoClockPaths       *self);
gboolean tv_perfetto_clock_paths_add     (TvPerfettoClockPaths       *self,
                                         const TvPerfettoReading   *reported,
                                         guint                      n,
                                         guint32                    snapshot);
void     tv_perfetto_clock_paths_pass    (TvPerfettoClockPaths       *self,
                                         const TvPerfettoReading   *readings,
                                         guint                      n);
gboolean tv_perfetto_clock_paths_is_synchronized (const TvPerfettoClockPaths *self,
                                         guint32                    clock);
gboolean tv_perfetto_clock_paths_convert (TvPerfettoClockPaths       *self,
                                         guint32                    clock,
                                         guint32                    n_seen,
                                         gint64                     ts,
                                         gint64                    *out);
gboolean tv_perfetto_clock_paths_get_sync_point (const TvPerfettoClockPaths *self,
                                         guint32                    clock,
                                         gint64                    *target_ts,
                                         gint64                    *clock_ts);

G_END_DECLS
