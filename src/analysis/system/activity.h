/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/calls/call-paths.h"

G_BEGIN_DECLS

/* The activity of a whole trace over time: how many things went on at once, as a mean over each of some
 * thousand equal buckets. Immutable.
 *
 *   spans    ▂▂▂▂▂▂▂   ▂▂▂
 *               ▂▂▂▂▂▂▂▂▂▂   ▂
 *   buckets |   |   |   |   |   |
 *   mean      1   2  1.5 1.8 0.3
 */

#define TV_ACTIVITY_BUCKETS 8192

/**
 * TvActivityKind:
 * @TV_ACTIVITY_CPUS: CPUs that run something
 * @TV_ACTIVITY_RUNNING: threads that are in a call and were not switched away
 * @TV_ACTIVITY_THREADS: threads that are in a call, or between a begin and its end
 * @TV_ACTIVITY_SAMPLES: threads that were sampled, from each sample to the next
 * @TV_ACTIVITY_SLICES: some slices
 *
 * What is counted.
 */
typedef enum
{
  TV_ACTIVITY_CPUS,
  TV_ACTIVITY_RUNNING,
  TV_ACTIVITY_THREADS,
  TV_ACTIVITY_SAMPLES,
  TV_ACTIVITY_SLICES,
} TvActivityKind;

/**
 * TvActivityLevel:
 * @mean: how many at once on average
 * @peak: the same in the busiest of the buckets there
 * @is_empty: nothing goes on there at all, not even for a moment
 *
 * How much goes on in a range of time.
 */
typedef struct
{
  double mean;
  double peak;
  gboolean is_empty;
} TvActivityLevel;

typedef struct _TvActivity TvActivity;

TvActivity     *tv_activity_new            (TvTrace          *trace,
                                            guint32           source,
                                            GCancellable     *cancellable);
TvActivity     *tv_activity_new_for_slices (TvTrace          *trace,
                                            const GArray     *slices,
                                            GCancellable     *cancellable);
void            tv_activity_free           (TvActivity       *self);
TvActivityKind  tv_activity_get_kind       (const TvActivity *self);
guint32         tv_activity_get_n_lanes    (const TvActivity *self);
double          tv_activity_get_peak       (const TvActivity *self);
TvActivityLevel tv_activity_get_level      (const TvActivity *self,
                                            double            start_ns,
                                            double            end_ns);
double          tv_activity_get_lane_share (const TvActivity *self,
                                            guint32           lane,
                                            double            start_ns,
                                            double            end_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvActivity, tv_activity_free)

G_END_DECLS
