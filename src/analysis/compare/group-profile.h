/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/calls/call-groups.h"
#include "analysis/calls/call-tree.h"
#include "analysis/calls/call-paths.h"
#include "core/selection.h"

G_BEGIN_DECLS

/**
 * TvCallGroup:
 * @name: (owned): the group, empty for calls without one
 * @source: %TV_CALLS_OF_SLICES, or the kind of samples
 * @inclusive: per #TvClock: the time during which at least one call of the group was on a thread's stack, over
 *   all threads; of samples their weight, in its unit, as %TV_CLOCK_WALL
 * @exclusive: the same without calls of other groups
 * @inclusive_percent: the same, of all that the selection counts
 * @exclusive_percent: the same
 * @calls: calls of the group; of samples those that have the group on their stacks
 */
typedef struct
{
  char *name;
  guint32 source;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  double inclusive_percent[TV_N_CLOCKS];
  double exclusive_percent[TV_N_CLOCKS];
  gint64 calls;
} TvCallGroup;

GArray *tv_group_profile_find (TvTrace *trace,
                               TvCallTree *known,
                               guint32 source,
                               const TvSelection *selection,
                               TvCallGroupBy by,
                               GCancellable *cancellable,
                               GError **error);

G_END_DECLS
