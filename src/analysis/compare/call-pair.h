/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvCallSet:
 * @trace: trace of the run
 * @calls: (element-type guint32): calls of one method, in ascending order
 * @start_ns: start of the range of counted calls
 * @end_ns: end of the range, exclusive
 *
 * Calls of a method in one run, which are matched with the calls of another run.
 */
typedef struct
{
  TvTrace *trace;
  const GArray *calls;
  gint64 start_ns;
  gint64 end_ns;
} TvCallSet;

guint32 tv_call_pair_find (const TvCallSet *from,
                           guint32          slice,
                           const TvCallSet *to);

G_END_DECLS
