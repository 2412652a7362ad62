/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/facts/facts.h"

G_BEGIN_DECLS

gboolean tv_facts_add_binder (TvFacts *self, TvTrace *trace, guint32 slice);

G_END_DECLS
