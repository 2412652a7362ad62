/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"

G_BEGIN_DECLS

/* The methods of a whole trace one after another, as the original dmtracedump lists them: each has a number,
 * its place by inclusive time, and whoever calls it or is called by it is told by that number.
 *
 *   [0] (toplevel)    what all threads did from their first record to their last
 *   [1] Activity.run  the most inclusive time
 *   [2] …
 *
 * Ties are by class, then method, then signature, by bytes. */

#define TV_TOPLEVEL_NAME "(toplevel)"

/**
 * TvRankedMethod:
 * @symbol: its symbol, or %TV_NONE of what is no method of the trace: "(toplevel)", and "(unknown)", which has
 *   no calls, and a number because the original gives it one
 * @class_name: its class, or the name of what has no class
 * @name: (nullable): the method
 * @signature: (nullable): its signature
 * @inclusive_ns: as of #TvProfileEntry; of "(toplevel)" Σ over the threads of the time from the start of the
 *   first call to the end of the last, or of a part of a trace that of the calls
 * @exclusive_ns: as of #TvProfileEntry; of "(toplevel)" that which no call covers
 * @self_ns: the part of @exclusive_ns that is of non-recursive calls
 * @calls: non-recursive calls
 * @recursive_calls: recursive calls
 */
typedef struct
{
  guint32 symbol;
  const char *class_name;
  const char *name;
  const char *signature;
  gint64 inclusive_ns;
  gint64 exclusive_ns;
  gint64 self_ns;
  guint32 calls;
  guint32 recursive_calls;
} TvRankedMethod;

/**
 * TvRankedRelative:
 * @number: the caller, or callee
 * @calls: its calls to, or from, the method it is asked of
 * @inclusive_ns: full time of these
 */
typedef struct
{
  guint32 number;
  guint32 calls;
  gint64 inclusive_ns;
} TvRankedRelative;

/**
 * TvMethodGroup:
 * @name: what its methods share
 * @exclusive_ns: Σ over them
 * @calls: Σ over them
 * @recursive_calls: Σ over them
 * @first: where they begin in the order that the groups come with
 * @n: how many there are
 */
typedef struct
{
  const char *name;
  gint64 exclusive_ns;
  guint64 calls;
  guint64 recursive_calls;
  guint32 first;
  guint32 n;
} TvMethodGroup;

typedef enum
{
  TV_METHOD_GROUPS_BY_CLASS,
  TV_METHOD_GROUPS_BY_NAME,
} TvMethodGrouping;

typedef struct _TvMethodRanks TvMethodRanks;

TvMethodRanks        *tv_method_ranks_new           (TvProfile           *profile,
                                                     TvClock              clock);
TvMethodRanks        *tv_method_ranks_new_of_part   (TvProfile           *profile,
                                                     TvClock              clock);
TvMethodRanks        *tv_method_ranks_ref           (TvMethodRanks       *self);
void                  tv_method_ranks_unref         (TvMethodRanks       *self);
TvProfile            *tv_method_ranks_get_profile   (const TvMethodRanks *self);
TvTrace              *tv_method_ranks_get_trace     (const TvMethodRanks *self);
TvClock               tv_method_ranks_get_clock     (const TvMethodRanks *self);
gint64                tv_method_ranks_get_total_ns  (const TvMethodRanks *self);
guint32               tv_method_ranks_get_toplevel  (const TvMethodRanks *self);
const TvRankedMethod *tv_method_ranks_get           (const TvMethodRanks *self,
                                                     guint32             *n);
guint32               tv_method_ranks_find          (const TvMethodRanks *self,
                                                     guint32              symbol);
guint32              *tv_method_ranks_dup_exclusive (const TvMethodRanks *self,
                                                     guint32             *n);
GArray               *tv_method_ranks_dup_relatives (const TvMethodRanks *self,
                                                     guint32              number,
                                                     TvProfileGroup       group);
GArray               *tv_method_ranks_dup_groups    (const TvMethodRanks *self,
                                                     TvMethodGrouping     grouping,
                                                     guint32            **order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvMethodRanks, tv_method_ranks_unref)

G_END_DECLS
