/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/stack-chart.h"
#include "ui/properties/property-list.h"

G_BEGIN_DECLS

TvPropertyList *tv_sample_properties_new        (TvTrace *trace,
                                     const TvTimeBase *base,
                                     guint32  sample);
TvPropertyList *tv_stack_run_properties_new     (TvTrace *trace,
                                     const TvTimeBase *base,
                                     guint32  sample,
                                     const TvStackRun *run);
char    *tv_sample_facts_dup_spoken (TvTrace *trace,
                                     guint32  sample);

G_END_DECLS
