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
 * @name: (owned): name of the group; empty for calls without a group
 * @source: %TV_CALLS_OF_SLICES, or kind of samples
 * @inclusive: time with at least one call of the group on the stack, summed over all threads, per #TvClock; for
 *   samples, their weight as %TV_CLOCK_WALL
 * @exclusive: the same time, excluding callees that belong to other groups
 * @inclusive_percent: @inclusive in percent of the selection's total
 * @exclusive_percent: @exclusive in percent of the selection's total
 * @calls: number of calls; for samples, number of samples with the group on their stacks
 *
 * A group of calls or samples with its times and counts.
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
