/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "odd-dice.h"

G_BEGIN_DECLS

/**
 * TvOddTrace:
 * @bytes: (owned): a trace as a file
 * @is_kernel_odd: whether bundles of kernel events and clock snapshots may have invalid lengths, and whether the
 *   trace may declare a wrong clock; if so, rows from kernel events are not compared
 *
 * A Perfetto trace that is valid enough to be read, and as malformed as possible otherwise.
 */
typedef struct
{
  GByteArray *bytes;
  gboolean is_kernel_odd;
} TvOddTrace;

void tv_odd_trace_init (TvOddTrace       *self,
                        TvOddDice        *dice,
                        gsize             size,
                        const GPtrArray  *plain);

G_END_DECLS
