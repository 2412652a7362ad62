/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvThreadUse:
 * @utid: the thread
 * @calls: how many calls, or slices, of it count
 * @busy_ns: how long it was in a call, for each clock: Σ of what the outermost calls have in the range
 * @busy_percent: the same on the timeline's wall clock, in percent of the range
 * @depth: how many calls the deepest stack has, of those it was in and those that were sampled
 * @samples: how many stacks were sampled of it
 * @weight: what they weigh, where they are of one kind; else 0
 * @unit: unit of @weight
 * @first_ns: when it was first used in the range: in a call, or sampled; %TV_NO_TIME if it was not
 * @last_ns: when it was last used
 *
 * What there is of a thread in a part of a trace.
 */
typedef struct
{
  guint32 utid;
  guint32 calls;
  gint64 busy_ns[TV_N_CLOCKS];
  double busy_percent;
  guint32 depth;
  guint32 samples;
  gint64 weight;
  TvWeightUnit unit;
  gint64 first_ns;
  gint64 last_ns;
} TvThreadUse;

GArray *tv_thread_use_new_of (TvTrace         *trace,
                           guint32             source,
                           const TvSelection  *selection,
                           GCancellable       *cancellable,
                           GError            **error);
GArray *tv_thread_use_new (TvTrace            *trace,
                           const TvSelection  *selection,
                           GCancellable       *cancellable,
                           GError            **error);

G_END_DECLS
