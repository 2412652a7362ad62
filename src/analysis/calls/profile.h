/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/calls/call-paths.h"
#include "analysis/calls/call-spread.h"
#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* A profile: number and time of calls by caller and callee. Times and counts are defined as in the original
 * Traceview. A call is *recursive* if its symbol was already on its thread's stack when the call began. Calls are
 * clipped to the selection. For the CPU time of clipped calls, see analysis/range/cpu-clock.h. */

#define TV_TYPE_PROFILE (tv_profile_get_type ())
G_DECLARE_FINAL_TYPE (TvProfile, tv_profile, TV, PROFILE, GObject)

/**
 * TvProfileFlags:
 * @TV_PROFILE_CONTEXT_SWITCHES: count the trace's gaps (see #TvGap) as calls of a pseudo method "(context switch)",
 *   so that exclusive wall time excludes them
 *
 * Options of a profile.
 */
typedef enum
{
  TV_PROFILE_DEFAULT = 0,
  TV_PROFILE_CONTEXT_SWITCHES = 1 << 0,
} TvProfileFlags;

/**
 * TvProfileEntry:
 * @inclusive_ns: Σ (exit − enter) over the non-recursive calls
 * @exclusive_ns: Σ (own time − time of direct children) over all calls
 * @self_ns: like @exclusive_ns, but only over the non-recursive calls: the "self" row of Children in the original
 *   Traceview
 * @calls_ns: Σ (exit − enter) over all calls, including recursive ones
 * @calls: number of non-recursive calls
 * @recursive_calls: number of recursive calls
 *
 * Times and call counts of one symbol. Times are per #TvClock; 0 if the trace lacks the clock.
 */
typedef struct
{
  gint64 inclusive_ns[TV_N_CLOCKS];
  gint64 exclusive_ns[TV_N_CLOCKS];
  gint64 self_ns[TV_N_CLOCKS];
  gint64 calls_ns[TV_N_CLOCKS];
  guint32 calls;
  guint32 recursive_calls;
} TvProfileEntry;

/**
 * TvProfileGroup:
 * @TV_PROFILE_PARENTS: callers of the symbol's non-recursive calls
 * @TV_PROFILE_CHILDREN: callees of the symbol's non-recursive calls
 * @TV_PROFILE_PARENTS_RECURSIVE: callers of the symbol's recursive calls
 * @TV_PROFILE_CHILDREN_RECURSIVE: callees of the symbol's recursive calls
 *
 * The four groups that the original Traceview lists under a symbol, in this order.
 */
typedef enum
{
  TV_PROFILE_PARENTS,
  TV_PROFILE_CHILDREN,
  TV_PROFILE_PARENTS_RECURSIVE,
  TV_PROFILE_CHILDREN_RECURSIVE,
  TV_N_PROFILE_GROUPS,
} TvProfileGroup;

/**
 * TvProfileEdge:
 * @caller: symbol of the caller
 * @callee: symbol of the callee
 * @caller_is_recursive: whether the caller's calls were recursive
 * @callee_is_recursive: whether the callee's calls were recursive
 * @calls: number of calls of @callee from @caller
 * @inclusive_ns: inclusive time of these calls, per #TvClock
 *
 * The calls of one symbol from another that agree in whether caller and callee were recursive.
 */
typedef struct
{
  guint32 caller;
  guint32 callee;
  guint8 caller_is_recursive;
  guint8 callee_is_recursive;
  guint32 calls;
  gint64 inclusive_ns[TV_N_CLOCKS];
} TvProfileEdge;

/**
 * TvProfileRelative:
 * @symbol: caller (in a group of parents) or callee (in a group of children)
 * @calls: number of calls between @symbol and the symbol under which the group is listed
 * @inclusive_ns: inclusive time of these calls, per #TvClock
 *
 * A row of a #TvProfileGroup.
 */
typedef struct
{
  guint32 symbol;
  guint32 calls;
  gint64 inclusive_ns[TV_N_CLOCKS];
} TvProfileRelative;

TvProfile            *tv_profile_new            (TvTrace            *trace,
                                                 const TvSelection  *selection,
                                                 TvProfileFlags      flags,
                                                 GCancellable       *cancellable,
                                                 GError            **error);
TvProfile            *tv_profile_new_of_calls   (TvCallPaths        *paths,
                                                 const TvSelection  *selection,
                                                 GCancellable       *cancellable,
                                                 GError            **error);
TvProfile            *tv_profile_new_of_source  (TvTrace            *trace,
                                                 guint32             source,
                                                 const TvSelection  *selection,
                                                 TvProfileFlags      flags,
                                                 GCancellable       *cancellable,
                                                 GError            **error);
TvTrace              *tv_profile_get_trace      (TvProfile          *self);
guint32               tv_profile_get_n_symbols  (TvProfile          *self);
const TvProfileEntry *tv_profile_get_entry      (TvProfile          *self,
                                                 guint32             symbol);
guint32               tv_profile_get_switch_symbol (TvProfile       *self);
gint64                tv_profile_get_total_ns   (TvProfile          *self,
                                                 TvClock             clock);
const TvProfileEdge  *tv_profile_get_edges      (TvProfile          *self,
                                                 guint32            *n);
GArray               *tv_profile_dup_group      (TvProfile          *self,
                                                 guint32             symbol,
                                                 TvProfileGroup      group,
                                                 TvClock             clock);
double                tv_profile_get_percent    (TvProfile          *self,
                                                 gint64              ns,
                                                 TvClock             clock);
gint64                tv_profile_entry_get_ns_per_call (const TvProfileEntry *entry,
                                                        TvClock               clock);
gboolean              tv_profile_has_off_cpu    (TvProfile          *self);
gint64                tv_profile_entry_get_off_cpu_ns (const TvProfileEntry *entry);
gint64                tv_profile_entry_get_exclusive_off_cpu_ns (const TvProfileEntry *entry);
gboolean              tv_profile_counts_single_calls  (TvProfile          *self);
guint32               tv_profile_count_unfinished (TvProfile        *self,
                                                 guint32             symbol);
gboolean              tv_profile_get_spread     (TvProfile          *self,
                                                 guint32             symbol,
                                                 TvClock             clock,
                                                 TvCallSpread       *spread);
char                 *tv_profile_dup_symbol_name  (TvProfile        *self,
                                                   guint32           symbol);
char                 *tv_profile_dup_symbol_label (TvProfile        *self,
                                                   guint32           symbol);

G_END_DECLS
