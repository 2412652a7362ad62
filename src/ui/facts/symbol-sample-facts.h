/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/source-lines.h"
#include "analysis/samples/frame-source.h"
#include "ui/facts/facts.h"

G_BEGIN_DECLS

TvFacts *tv_symbol_sample_facts_new (TvTrace               *trace,
                                     guint32                kind,
                                     guint32                symbol,
                                     const TvSymbolSamples *samples,
                                     const TvSymbolPlace   *place);
void     tv_facts_add_place         (TvFacts               *self,
                                     TvTrace               *trace,
                                     const TvSymbolPlace   *place);

G_END_DECLS
