/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/rule.h"

G_BEGIN_DECLS

/**
 * TvRuleLimits:
 *
 * Limits that replace the defaults of rules: #TvRule ─▶ double.
 */
typedef GHashTable TvRuleLimits;

/**
 * TvMissingSource:
 * @source: the source
 * @rules: (element-type TvRule): rules that did not run because they need the source
 *
 * A source that was not recorded.
 */
typedef struct
{
  TvRuleSources source;
  GPtrArray *rules;
} TvMissingSource;

/**
 * TvFindings:
 * @found: (element-type TvRuleFinding): findings, sorted by severity, then by cost, both descending
 * @clear: (element-type TvRule): rules that ran without a finding
 * @missing: (element-type TvMissingSource): sources that rules need but the recording lacks
 *
 * The findings in a trace.
 */
typedef struct
{
  GPtrArray *found;
  GPtrArray *clear;
  GPtrArray *missing;
} TvFindings;

typedef void (*TvFindingsProgress) (guint done, guint n, gpointer data);

const TvRule *const *tv_rules_list        (guint               *n);
const TvRule        *tv_rules_find        (const char          *id);
TvRuleLimits        *tv_rule_limits_new   (void);
gboolean             tv_rule_limits_set   (TvRuleLimits        *self,
                                           const char          *id,
                                           double               limit);
TvFindings          *tv_findings_new      (TvTrace             *trace,
                                           TvTrace             *before,
                                           TvRuleLimits        *limits,
                                           TvFindingsProgress   progress,
                                           gpointer             data,
                                           GCancellable        *cancellable,
                                           GError             **error);
void                 tv_findings_free     (TvFindings          *self);
char                *tv_missing_source_dup_text (const TvMissingSource *self,
                                                 gboolean               is_by_title);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFindings, tv_findings_free)

G_END_DECLS
