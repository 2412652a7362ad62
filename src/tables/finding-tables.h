/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/findings/findings.h"
#include "tables/table.h"

G_BEGIN_DECLS

TvTable *tv_finding_table_new (TvTrace    *trace,
                               TvFindings *findings);

G_END_DECLS
