/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/incident/dump-findings.h"
#include "ui/facts/facts.h"

G_BEGIN_DECLS

TvFacts *tv_dump_thread_facts_new (TvTrace              *trace,
                                   const TvDumpFindings *findings,
                                   guint32               thread);

G_END_DECLS
