/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/edge-table.h"
#include "analysis/profile.h"

G_BEGIN_DECLS

/* The pass over a trace's slices that a profile is made of.
 *
 * @trace, @selection, @flags and @cancellable are given; @entries has one entry, all zero, for
 * each symbol of the trace and one more for "(context switch)"; the rest is the result. */
typedef struct
{
  TvTrace *trace;
  const TvSelection *selection;
  TvProfileFlags flags;
  GCancellable *cancellable;

  TvProfileEntry *entries;
  TvEdgeTable edges;
  gint64 total_ns[TV_N_CLOCKS];
} TvProfileWalk;

gboolean tv_profile_walk (TvProfileWalk  *walk,
                          GError        **error);

G_END_DECLS
