/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"
#include "ui/facts/facts.h"

G_BEGIN_DECLS

/* What is known of a method, or of the name of slices of a log. */

TvFacts *tv_symbol_facts_new (TvProfile *profile,
                              guint32    symbol,
                              gboolean   has_numbers);
void     tv_facts_add_symbol (TvFacts   *self,
                              TvTrace   *trace,
                              guint32    symbol);

G_END_DECLS
