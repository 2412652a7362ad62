/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/facts/facts.h"

G_BEGIN_DECLS

TvFacts *tv_log_facts_new (TvTrace *trace,
                           const TvTimeBase *base,
                           guint32  line);

G_END_DECLS
