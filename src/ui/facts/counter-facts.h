/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/counter-mode.h"
#include "ui/facts/facts.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/* What is known of a counter: whose it is, its value at a time and the samples beside that, and what
 * it did in the whole trace and in a range of time. */

TvFacts *tv_counter_facts_new  (TvTrace         *trace,
                                const TvTimeBase *base,
                                guint32          counter,
                                gint64           ns,
                                TvCounterMode    mode);
void     tv_counter_facts_find (TvTrace         *trace,
                                const TvTimeBase *base,
                                guint32          counter,
                                gint64           ns,
                                gint64           start_ns,
                                gint64           end_ns,
                                TvWorkDoneFunc   done,
                                gpointer         owner,
                                GCancellable   **slot);

G_END_DECLS
