/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Matches symbols with a search pattern. */
gboolean tv_symbol_match_test (TvTrace           *trace,
                               guint32            symbol,
                               const TvTextMatch *match);

G_END_DECLS
