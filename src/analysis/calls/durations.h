/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Distribution of the durations of slices, on the timeline's clock. Excludes unfinished slices, because their
 * durations are not measured. Immutable, reference counted, readable by any thread. */
typedef struct _TvDurations TvDurations;

TvDurations *tv_durations_new            (TvTrace            *trace,
                                          const GArray       *slices,
                                          GCancellable       *cancellable);
TvDurations *tv_durations_new_of_values  (const GArray       *values,
                                          GCancellable       *cancellable);
TvDurations *tv_durations_ref            (TvDurations        *self);
void         tv_durations_unref          (TvDurations        *self);

guint32      tv_durations_count          (const TvDurations  *self);
gint64       tv_durations_get_total_ns   (const TvDurations  *self);
gint64       tv_durations_get_shortest   (const TvDurations  *self);
gint64       tv_durations_get_nth        (const TvDurations  *self,
                                          guint32             n);
gint64       tv_durations_get_percentile (const TvDurations  *self,
                                          guint               percent);
guint32      tv_durations_count_between  (const TvDurations  *self,
                                          gint64              from_ns,
                                          gint64              to_ns,
                                          gint64             *total_ns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDurations, tv_durations_unref)

G_END_DECLS
