/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/facts/facts.h"

G_BEGIN_DECLS

/* What is known of a frame: what became of it, when it was expected, what was done for it. */

void tv_facts_add_frame (TvFacts  *self,
                         TvTrace  *trace,
                         guint32   slice,
                         TvFactUse uses);

G_END_DECLS
