/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"

G_BEGIN_DECLS

/* The methods of a whole trace, as listed by the original dmtracedump. The number of a method is its rank by
 * inclusive time. Lists of callers and callees refer to methods by number.
 *
 *   [0] (toplevel)    all threads, each from its first record to its last
 *   [1] Activity.run  the method with the most inclusive time
 *   [2] …
 *
 * Ties are broken by class, then method, then signature; strings are compared byte by byte. */

#define TV_TOPLEVEL_NAME "(toplevel)"

/**
 * TvRankedMethod:
 * @symbol: symbol, or %TV_NONE for "(toplevel)" and "(unknown)"; "(unknown)" has no calls and exists only because
 *   dmtracedump numbers it
 * @class_name: class, or the name of a symbol without a class
 * @name: (nullable): name of the method
 * @signature: (nullable): signature
 * @inclusive_ns: inclusive time, see #TvProfileEntry. For "(toplevel)", the sum over all threads of the time from the
 *   start of the first call to the end of the last; in a profile of part of a trace or of samples, the sum of the
 *   top-level calls
 * @exclusive_ns: exclusive time, see #TvProfileEntry; for "(toplevel)", the time outside all calls
 * @self_ns: part of @exclusive_ns in non-recursive calls
 * @calls: number of non-recursive calls
 * @recursive_calls: number of recursive calls
 *
 * A method with its times and call counts.
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
 * @number: number of the caller or callee
 * @calls: number of calls between this method and the one whose relatives are listed
 * @inclusive_ns: inclusive time of these calls
 *
 * A caller or callee of a method.
 */
typedef struct
{
  guint32 number;
  guint32 calls;
  gint64 inclusive_ns;
} TvRankedRelative;

/**
 * TvMethodGroup:
 * @name: class or method name
 * @exclusive_ns: sum of the exclusive times of the methods
 * @calls: number of non-recursive calls of the methods
 * @recursive_calls: number of recursive calls of the methods
 * @first: index of the group's first method in the order that is returned together with the groups
 * @n: number of methods
 *
 * Methods of the same class or with the same name.
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
