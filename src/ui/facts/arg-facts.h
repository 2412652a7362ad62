/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/facts/facts.h"

G_BEGIN_DECLS

void tv_facts_add_args (TvFacts *self,
                        TvTrace *trace,
                        guint32  slice,
                        gboolean are_known);

G_END_DECLS
