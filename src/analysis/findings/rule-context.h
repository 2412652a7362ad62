/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/calls/profile.h"
#include "analysis/system/wakeup-graph.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvRuleSources:
 * @TV_RULE_STATES: states of threads
 * @TV_RULE_WAKERS: wakers of threads
 * @TV_RULE_FRAMES: frames with deadlines
 * @TV_RULE_BINDER: binder transactions
 * @TV_RULE_MARKS: slices that apps and the system emit
 * @TV_RULE_FREQUENCY: CPU frequencies
 * @TV_RULE_IO: reasons of blocked states, including whether a thread waits for I/O
 * @TV_RULE_WALL: wall times of calls
 * @TV_RULE_FREQUENCY_LIMIT: maximum allowed CPU frequencies
 * @TV_RULE_FREES: frees of allocations
 *
 * Parts of a recording that a rule needs.
 */
typedef enum
{
  TV_RULE_STATES = 1 << 0,
  TV_RULE_WAKERS = 1 << 1,
  TV_RULE_FRAMES = 1 << 2,
  TV_RULE_BINDER = 1 << 3,
  TV_RULE_MARKS = 1 << 4,
  TV_RULE_FREQUENCY = 1 << 5,
  TV_RULE_IO = 1 << 6,
  TV_RULE_WALL = 1 << 7,
  TV_RULE_FREQUENCY_LIMIT = 1 << 8,
  TV_RULE_FREES = 1 << 9,
  TV_RULE_N_SOURCES = 10,
} TvRuleSources;

/**
 * TvRuleSubject:
 * @TV_RULE_OF_SYSTEM: system traces
 * @TV_RULE_OF_METHODS: method traces
 * @TV_RULE_OF_SAMPLES: profiles of time or events
 * @TV_RULE_OF_CHANGE: profiles that can be compared with the profile of an earlier run
 * @TV_RULE_OF_HEAP_GRAPHS: heap dumps of virtual machines
 * @TV_RULE_OF_ALLOCATIONS: profiles of allocations
 *
 * Content of a file to which a rule applies. If a file lacks this content, missing sources are not reported.
 */
typedef enum
{
  TV_RULE_OF_SYSTEM,
  TV_RULE_OF_METHODS,
  TV_RULE_OF_SAMPLES,
  TV_RULE_OF_CHANGE,
  TV_RULE_OF_HEAP_GRAPHS,
  TV_RULE_OF_ALLOCATIONS,
} TvRuleSubject;

/**
 * TvRuleWindow:
 * @upid: process
 * @utid: main thread or render thread of the process
 * @from_ns: start in ns
 * @to_ns: end in ns
 *
 * A time range in which the user waits for a thread.
 */
typedef struct
{
  guint32 upid;
  guint32 utid;
  gint64 from_ns;
  gint64 to_ns;
} TvRuleWindow;

/**
 * TvRuleContext:
 *
 * A trace, and results that several rules share. Each result is computed on first use. Only one thread may use a
 * context.
 */
typedef struct _TvRuleContext TvRuleContext;

TvRuleContext       *tv_rule_context_new          (TvTrace             *trace,
                                                   TvTrace             *before,
                                                   GCancellable        *cancellable);
gboolean             tv_rule_subject_is_in        (TvRuleSubject        subject,
                                                   TvTrace             *trace,
                                                   TvTrace             *before);
void                 tv_rule_context_free         (TvRuleContext       *self);
TvTrace             *tv_rule_context_get_trace    (TvRuleContext       *self);
TvTrace             *tv_rule_context_get_before   (TvRuleContext       *self);
GCancellable        *tv_rule_context_get_cancellable (TvRuleContext    *self);
gboolean             tv_rule_context_is_cancelled (TvRuleContext       *self);
TvRuleSources        tv_rule_context_find_missing (TvRuleContext       *self,
                                                   TvRuleSources        needs);
const GArray        *tv_rule_context_get_frames   (TvRuleContext       *self);
const GArray        *tv_rule_context_get_staged_frames (TvRuleContext *self);
const GArray        *tv_rule_context_get_starts   (TvRuleContext       *self);
const GArray        *tv_rule_context_get_calls    (TvRuleContext       *self);
const GArray        *tv_rule_context_get_waits    (TvRuleContext       *self);
const TvWakeupGraph *tv_rule_context_get_graph    (TvRuleContext       *self);
TvProfile           *tv_rule_context_get_profile  (TvRuleContext       *self);
TvProfile           *tv_rule_context_get_sample_profile (TvRuleContext *self);
guint32              tv_rule_context_get_sample_kind (TvRuleContext    *self);
gboolean             tv_rule_context_is_main      (TvRuleContext       *self,
                                                   guint32              utid);
guint32              tv_rule_context_find_main    (TvRuleContext       *self,
                                                   guint32              upid);
gboolean             tv_rule_context_is_app       (TvRuleContext       *self,
                                                   guint32              upid);
GArray              *tv_rule_context_list_windows (TvRuleContext       *self,
                                                   gboolean             is_of_late);
const char          *tv_rule_source_get_advice    (TvRuleSources        source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRuleContext, tv_rule_context_free)

G_END_DECLS
