/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/stack-chart.h"
#include "ui/facts/facts.h"

G_BEGIN_DECLS

TvFacts *tv_sample_facts_new        (TvTrace *trace,
                                     const TvTimeBase *base,
                                     guint32  sample);
TvFacts *tv_stack_run_facts_new     (TvTrace *trace,
                                     const TvTimeBase *base,
                                     guint32  sample,
                                     const TvStackRun *run);
char    *tv_sample_facts_dup_spoken (TvTrace *trace,
                                     guint32  sample);

G_END_DECLS
