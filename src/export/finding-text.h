/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/findings.h"

G_BEGIN_DECLS

/* Describes findings as text for terminals and tickets. All results are (transfer full). */

char *tv_finding_dup_text  (TvTrace             *trace,
                            const TvRuleFinding *finding);
char *tv_findings_dup_text (TvTrace             *trace,
                            const TvFindings    *findings);

G_END_DECLS
