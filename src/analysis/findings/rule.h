/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/rule-context.h"

G_BEGIN_DECLS

/* A rule detects one kind of problem. Each rule is a TvRule, which is defined in a file named after its subject and
 * listed in findings.c:
 *
 *   TvRuleContext ──▶ TvRule.run ──▶ TvRuleFinding ──▶ ranked list, table "finding", tracedump findings
 *   trace, frames,                   sentence, cost,
 *   calls, wakeups                   evidence */

/**
 * TvRuleSeverity:
 * @TV_RULE_HINT: may be worth investigating
 * @TV_RULE_WARNING: users may notice the problem
 * @TV_RULE_ERROR: users notice the problem
 *
 * Severity of a finding.
 */
typedef enum
{
  TV_RULE_HINT,
  TV_RULE_WARNING,
  TV_RULE_ERROR,
  TV_N_RULE_SEVERITIES,
} TvRuleSeverity;

/**
 * TvRuleUnit:
 * @TV_RULE_MS: milliseconds
 * @TV_RULE_PERCENT: percent
 * @TV_RULE_COUNT: a number without a unit
 * @TV_RULE_PER_SECOND: number per second
 * @TV_RULE_MIB: MiB (1,048,576 bytes)
 *
 * Unit of a limit.
 */
typedef enum
{
  TV_RULE_MS,
  TV_RULE_PERCENT,
  TV_RULE_COUNT,
  TV_RULE_PER_SECOND,
  TV_RULE_MIB,
} TvRuleUnit;

/**
 * TvRuleKind:
 * @TV_RULE_ON_START: starts of apps
 * @TV_RULE_ON_FRAMES: late frames
 * @TV_RULE_ON_WAITING: threads that wait for locks, I/O, calls or messages
 * @TV_RULE_ON_CPU: CPU usage, and waits for a CPU
 * @TV_RULE_ON_MEMORY: memory, and garbage collection
 * @TV_RULE_ON_RECORDING: shortcomings of the recording
 *
 * Kind of problem.
 */
typedef enum
{
  TV_RULE_ON_START,
  TV_RULE_ON_FRAMES,
  TV_RULE_ON_WAITING,
  TV_RULE_ON_CPU,
  TV_RULE_ON_MEMORY,
  TV_RULE_ON_RECORDING,
  TV_N_RULE_KINDS,
} TvRuleKind;

/**
 * TvRuleCostUnit:
 * @TV_RULE_COST_NS: time that users lose, in ns
 * @TV_RULE_COST_BYTES: memory, in bytes
 * @TV_RULE_COST_EVENTS: number of sampled events, such as CPU cycles
 *
 * Unit of a cost. Only costs with the same unit are comparable.
 */
typedef enum
{
  TV_RULE_COST_NS,
  TV_RULE_COST_BYTES,
  TV_RULE_COST_EVENTS,
} TvRuleCostUnit;

typedef struct _TvRule TvRule;

/* Tables that contain evidence, in addition to those of slices, states and runs. */
#define TV_RULE_TABLE_SAMPLE  "perf_sample"
#define TV_RULE_TABLE_CHANGE  "heap_profile_allocation"
#define TV_RULE_TABLE_OBJECT  "heap_graph_object"
#define TV_RULE_TABLE_CLASS   "heap_graph_class"
#define TV_RULE_TABLE_COUNTER "counter"

/**
 * TvRuleEvidence:
 * @table: name of the table
 * @id: id of the row
 * @ts: start in ns
 * @dur: duration in ns
 * @utid: thread, or %TV_NONE
 *
 * A row that supports a finding, and to which users can jump.
 */
typedef struct
{
  const char *table;
  guint32 id;
  gint64 ts;
  gint64 dur;
  guint32 utid;
} TvRuleEvidence;

/**
 * TvRuleFinding:
 * @rule: rule that reported the finding
 * @severity: severity, which may differ from the rule's
 * @evidence: (element-type TvRuleEvidence): rows that support the finding; at least one
 * @n: number of occurrences
 * @sum_ns: sum of the durations of the occurrences; 0 if they have none
 * @max_ns: longest duration of an occurrence
 * @cost: cost, by which findings are ranked
 * @cost_unit: unit of @cost
 * @value: value that exceeds the limit, in the unit of the limit
 * @upid: process, or %TV_NONE
 * @text: sentence that describes the finding
 *
 * A finding. Its time range is that of its evidence. It is immutable once its rule has run, and reference counted.
 */
typedef struct
{
  const TvRule *rule;
  TvRuleSeverity severity;
  GArray *evidence;
  guint n;
  gint64 sum_ns;
  gint64 max_ns;
  gint64 cost;
  TvRuleCostUnit cost_unit;
  double value;
  guint32 upid;
  char *text;
} TvRuleFinding;

/**
 * TvRule:
 * @id: machine-readable name, such as "late-frames"
 * @kind: kind of problem
 * @subject: content to which the rule applies
 * @severity: default severity
 * @title: short title, marked with N_()
 * @definition: definition of the problem, marked with N_()
 * @limit: default limit
 * @unit: unit of the limit
 * @needs: sources that must have been recorded
 * @run: function that adds findings to @found
 *
 * A rule.
 */
struct _TvRule
{
  const char *id;
  TvRuleKind kind;
  TvRuleSubject subject;
  TvRuleSeverity severity;
  const char *title;
  const char *definition;
  double limit;
  TvRuleUnit unit;
  TvRuleSources needs;
  void (*run) (TvRuleContext *context, const TvRule *self, double limit, GPtrArray *found);
};

TvRuleFinding *tv_rule_finding_new          (const TvRule   *rule,
                                             guint32         upid);
TvRuleFinding *tv_rule_finding_ref          (TvRuleFinding  *self);
void           tv_rule_finding_unref        (TvRuleFinding  *self);
void           tv_rule_finding_add          (TvRuleFinding  *self,
                                             TvRuleEvidence  evidence);
void           tv_rule_finding_add_slice    (TvRuleFinding  *self,
                                             TvTrace        *trace,
                                             guint32         slice);
void           tv_rule_finding_add_state    (TvRuleFinding  *self,
                                             TvTrace        *trace,
                                             guint32         state,
                                             gint64          from_ns,
                                             gint64          to_ns);
gint64         tv_rule_finding_get_ts       (const TvRuleFinding *self);
gint64         tv_rule_finding_get_end_ns   (const TvRuleFinding *self);
const char    *tv_rule_severity_get_name    (TvRuleSeverity  severity);
const char    *tv_rule_unit_get_name        (TvRuleUnit      unit);
const char    *tv_rule_kind_get_name        (TvRuleKind      kind);
const char    *tv_rule_kind_get_title       (TvRuleKind      kind);
const char    *tv_rule_cost_unit_get_name   (TvRuleCostUnit  unit);
char          *tv_rule_dup_title            (const TvRule   *rule);
char          *tv_rule_finding_dup_cost     (const TvRuleFinding *self);
gboolean       tv_rule_evidence_is_slice    (const TvRuleEvidence *self);
char          *tv_rule_evidence_dup_name    (TvTrace        *trace,
                                             const TvRuleEvidence *self);
char          *tv_rule_dup_process          (TvTrace        *trace,
                                             guint32         upid);
char          *tv_rule_dup_short_symbol     (TvTrace        *trace,
                                             guint32         symbol);
gint64         tv_rule_get_time           (TvTrace        *trace,
                                             gint64          ts);
char          *tv_rule_dup_slice_name       (TvTrace        *trace,
                                             guint32         slice);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRuleFinding, tv_rule_finding_unref)

G_END_DECLS
