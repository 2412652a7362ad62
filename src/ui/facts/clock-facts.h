/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-facts.h"
#include "ui/facts/facts.h"

G_BEGIN_DECLS

/* Adds the durations of a call or of a thread's slice, by clock. */

/* Placeholder for values that are still being computed. */
#define TV_FACT_PENDING "…"

void tv_facts_add_clocks     (TvFacts           *self,
                              TvTrace           *trace,
                              guint32            slice,
                              const TvCallFacts *call);
void tv_facts_add_reported_clock (TvFacts           *self,
                              TvTrace           *trace,
                              guint32            slice);

G_END_DECLS
