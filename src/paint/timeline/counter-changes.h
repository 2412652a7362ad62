/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/counter-mode.h"
#include "paint/timeline/counter-spans.h"

G_BEGIN_DECLS

/* Deltas or rates of all samples of a counter, with an index of their extremes. Immutable. Occupies about as much
 * memory as the samples. */
typedef struct _TvCounterChanges TvCounterChanges;

TvCounterChanges *tv_counter_changes_new        (TvTrace                *trace,
                                                 guint32                 counter,
                                                 TvCounterMode           mode);
void              tv_counter_changes_free       (TvCounterChanges       *self);
guint32           tv_counter_changes_get_counter (const TvCounterChanges *self);
TvCounterMode     tv_counter_changes_get_mode   (const TvCounterChanges *self);
TvCounterSource   tv_counter_changes_get_source (const TvCounterChanges *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCounterChanges, tv_counter_changes_free)

G_END_DECLS
