/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/system/thread-path.h"
#include "ui/facts/facts.h"

G_BEGIN_DECLS

TvFacts *tv_path_facts_new        (TvTrace             *trace,
                                   const TvTimeBase    *base,
                                   const TvPathSegment *segment);
char    *tv_path_facts_dup_spoken (TvTrace             *trace,
                                   const TvPathSegment *segment);

G_END_DECLS
