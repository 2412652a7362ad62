/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvCallNumbers:
 * @inclusive_ns: inclusive time per #TvClock
 * @exclusive_ns: exclusive time per #TvClock
 * @parent_share: share of the caller's inclusive time; -1 if there is no caller or its time is 0
 * @thread_share: share of the time that the track's top-level slices cover; -1 if that time is 0
 * @parent: parent slice, or %TV_NONE
 * @depth: number of enclosing slices
 * @n_enclosing_calls: number of enclosing slices with the same symbol; greater than 0 for recursive calls
 * @position: index among the slices with its symbol, in row order, from 1
 * @n: number of slices with its symbol
 * @n_longer: number of slices with its symbol and a longer wall time
 *
 * Details of one slice.
 */
typedef struct
{
  gint64 inclusive_ns[TV_N_CLOCKS];
  gint64 exclusive_ns[TV_N_CLOCKS];
  double parent_share[TV_N_CLOCKS];
  double thread_share[TV_N_CLOCKS];
  guint32 parent;
  guint32 depth;
  guint32 n_enclosing_calls;
  guint32 position;
  guint32 n;
  guint32 n_longer;
} TvCallNumbers;

void     tv_call_numbers_find      (TvTrace        *trace,
                                  guint32         slice,
                                  TvCallNumbers    *numbers);
gboolean tv_call_numbers_find_slow (TvTrace        *trace,
                                  guint32         slice,
                                  GCancellable   *cancellable,
                                  TvCallNumbers    *numbers);

G_END_DECLS
