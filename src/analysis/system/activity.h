/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/calls/call-paths.h"

G_BEGIN_DECLS

/* The activity of a whole trace over time: the average number of concurrent slices in each of several thousand
 * buckets of equal length. Immutable.
 *
 *   slices   ▂▂▂▂▂▂▂   ▂▂▂
 *               ▂▂▂▂▂▂▂▂▂▂   ▂
 *   buckets |   |   |   |   |   |
 *   mean      1   2  1.5 1.8 0.3 */

#define TV_ACTIVITY_BUCKETS 8192

/**
 * TvActivityKind:
 * @TV_ACTIVITY_CPUS: busy CPUs
 * @TV_ACTIVITY_RUNNING: threads in a call, except while they are off the CPU
 * @TV_ACTIVITY_THREADS: threads in a call or slice
 * @TV_ACTIVITY_SAMPLES: sampled threads, from each sample to the next
 * @TV_ACTIVITY_SLICES: selected slices
 *
 * The objects that are counted as active.
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
 * @mean: average number of active objects
 * @peak: maximum of the buckets' averages
 * @is_empty: whether there was no activity at all
 *
 * The activity in a range.
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
guint32         tv_activity_get_max_busy   (const TvActivity *self);
double          tv_activity_get_peak       (const TvActivity *self);
TvActivityLevel tv_activity_get_level      (const TvActivity *self,
                                            double            start_ns,
                                            double            end_ns);
double          tv_activity_get_cpu_share  (const TvActivity *self,
                                            guint32           cpu,
                                            double            start_ns,
                                            double            end_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvActivity, tv_activity_free)

G_END_DECLS
