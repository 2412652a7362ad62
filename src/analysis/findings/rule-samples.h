/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/rule.h"

G_BEGIN_DECLS

/* Functions for rules about profiles, which evaluate the innermost frames of samples. */

/* Minimum number of samples for which a percentage is meaningful */
#define TV_RULE_MIN_SAMPLES 100

guint8  *tv_rule_samples_find_unnamed  (TvTrace         *trace);
gboolean tv_rule_samples_is_work       (TvTrace         *trace,
                                        const guint8    *unnamed,
                                        guint32          symbol);
guint8  *tv_rule_samples_new_set          (TvTrace         *trace,
                                        guint32          symbol);
double   tv_rule_samples_get_percent   (TvTrace         *trace,
                                        guint32          kind,
                                        const guint8    *wanted);
void     tv_rule_samples_add           (TvTrace         *trace,
                                        guint32          kind,
                                        const guint8    *wanted,
                                        TvRuleFinding   *one);
void     tv_rule_samples_set_cost      (TvTrace         *trace,
                                        guint32          kind,
                                        gint64           weight,
                                        TvRuleFinding   *one);

G_END_DECLS
