/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/calls/call-paths.h"
#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* All slices of one symbol, as a list in ascending order. */
GArray *tv_occurrences_find (TvTrace       *trace,
                             guint32        symbol,
                             GCancellable  *cancellable);
GArray *tv_occurrences_select (TvTrace           *trace,
                               TvCallPaths       *paths,
                               GArray            *occurrences,
                               const TvSelection *selection,
                               GCancellable      *cancellable);
GArray *tv_occurrences_rank (TvTrace            *trace,
                             const GArray       *occurrences,
                             gint64              from_ns,
                             gint64              to_ns,
                             guint               max_n,
                             GCancellable       *cancellable);
guint   tv_occurrences_count_before (const GArray *occurrences,
                                     guint32       slice);

/* Returns whether a thread was off the CPU for most of a call. */
static inline gboolean
tv_occurrence_is_mostly_off_cpu (gint64 wall_ns, gint64 cpu_ns)
{
  return cpu_ns < wall_ns - cpu_ns;
}

G_END_DECLS
