/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvCallFacts:
 * @inclusive_ns: from start to end, for each clock that the trace has
 * @exclusive_ns: that without the calls that it made itself
 * @parent_share: which part of its caller's inclusive time it is, or -1 without a caller, or if
 *   that took no time
 * @thread_share: which part it is of the time that its track's top-level slices cover, or -1
 * @parent: the slice that it was called from, or %TV_NONE
 * @depth: how many slices it is in
 * @n_around: how many of these are of the same symbol: more than 0 if it is recursive
 * @place: which of the slices of its symbol it is, in the order of their rows, from 1
 * @n: how many slices of its symbol there are
 * @n_longer: how many of these take longer, on the timeline's clock
 *
 * What there is to tell of one slice, in numbers.
 */
typedef struct
{
  gint64 inclusive_ns[TV_N_CLOCKS];
  gint64 exclusive_ns[TV_N_CLOCKS];
  double parent_share[TV_N_CLOCKS];
  double thread_share[TV_N_CLOCKS];
  guint32 parent;
  guint32 depth;
  guint32 n_around;
  guint32 place;
  guint32 n;
  guint32 n_longer;
} TvCallFacts;

void     tv_call_facts_find      (TvTrace        *trace,
                                  guint32         slice,
                                  TvCallFacts    *facts);
gboolean tv_call_facts_find_slow (TvTrace        *trace,
                                  guint32         slice,
                                  GCancellable   *cancellable,
                                  TvCallFacts    *facts);

G_END_DECLS
