/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/call-tree.h"
#include "paint/flame/layout.h"
#include "ui/facts/facts.h"

G_BEGIN_DECLS

TvFacts *tv_call_node_facts_new        (TvCallTree    *tree,
                                        guint32        node,
                                        gboolean       is_narrow);
void     tv_call_node_facts_add_change (TvFacts       *self,
                                        TvFlameLayout *layout,
                                        guint32        node);
char    *tv_call_node_facts_dup_spoken (TvCallTree    *tree,
                                        guint32        node,
                                        TvCallMeasure  measure);

G_END_DECLS
