/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/system/wakeup-graph.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvRuleSources:
 * @TV_RULE_STATES: states of threads
 * @TV_RULE_WAKERS: wakers of threads
 * @TV_RULE_FRAMES: frames with deadlines
 * @TV_RULE_BINDER: transactions of binder
 * @TV_RULE_MARKS: slices of programs
 * @TV_RULE_FREQUENCY: frequencies of CPUs
 * @TV_RULE_IO: blocked states that are known to be, or not to be, for I/O
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
  TV_RULE_N_SOURCES = 7,
} TvRuleSources;

/**
 * TvRuleWindow:
 * @upid: process
 * @utid: its main thread, or a thread that renders for it
 * @from_ns: start
 * @to_ns: end
 *
 * A time in which users wait for a thread.
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
 * A trace with the results that several rules share, each computed on first use. For one thread.
 */
typedef struct _TvRuleContext TvRuleContext;

TvRuleContext       *tv_rule_context_new          (TvTrace             *trace,
                                                   GCancellable        *cancellable);
void                 tv_rule_context_free         (TvRuleContext       *self);
TvTrace             *tv_rule_context_get_trace    (TvRuleContext       *self);
gboolean             tv_rule_context_is_cancelled (TvRuleContext       *self);
TvRuleSources        tv_rule_context_find_missing (TvRuleContext       *self,
                                                   TvRuleSources        needs);
const GArray        *tv_rule_context_get_frames   (TvRuleContext       *self);
const GArray        *tv_rule_context_get_staged_frames (TvRuleContext *self);
const GArray        *tv_rule_context_get_starts   (TvRuleContext       *self);
const GArray        *tv_rule_context_get_calls    (TvRuleContext       *self);
const GArray        *tv_rule_context_get_waits    (TvRuleContext       *self);
const TvWakeupGraph *tv_rule_context_get_graph    (TvRuleContext       *self);
guint32              tv_rule_context_find_main    (TvRuleContext       *self,
                                                   guint32              upid);
gboolean             tv_rule_context_is_app       (TvRuleContext       *self,
                                                   guint32              upid);
GArray              *tv_rule_context_list_windows (TvRuleContext       *self,
                                                   gboolean             is_of_late);
const char          *tv_rule_source_get_advice    (TvRuleSources        source);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRuleContext, tv_rule_context_free)

G_END_DECLS
