/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvCallSet:
 * @trace: a run
 * @calls: (element-type guint32): sorted calls of one method
 * @start_ns: start of the range of counted calls
 * @end_ns: end of the range
 *
 * Calls of a method that are matched with those of another run.
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
