/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/findings.h"
#include "tables/table.h"

G_BEGIN_DECLS

TvTable *tv_finding_table_new          (TvTrace          *trace,
                                        const TvFindings *findings);
TvTable *tv_finding_evidence_table_new (TvTrace          *trace,
                                        const TvFindings *findings,
                                        guint             number);

G_END_DECLS
