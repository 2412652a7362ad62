/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/facts/facts.h"

G_BEGIN_DECLS

/* Facts about a frame: its outcome, its expected time, and the work done for it. */

void tv_facts_add_frame (TvFacts  *self,
                         TvTrace  *trace,
                         guint32   slice,
                         TvFactUse uses);

G_END_DECLS
