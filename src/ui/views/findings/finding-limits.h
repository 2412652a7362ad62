/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/findings.h"

G_BEGIN_DECLS

/* Thresholds that the user has changed. They are in the settings and apply to all traces. */

TvRuleLimits *tv_finding_limits_new    (void);
double        tv_finding_limits_get    (const TvRule *rule);
void          tv_finding_limits_set    (const TvRule *rule,
                                        double        limit);
guint         tv_finding_limits_count  (void);
void          tv_finding_limits_follow (GCallback     changed,
                                        gpointer      owner);

G_END_DECLS
