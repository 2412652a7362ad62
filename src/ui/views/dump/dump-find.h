/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "core/trace.h"

G_BEGIN_DECLS

gboolean tv_dump_find_frame  (TvTrace           *trace,
                              const TvTextMatch *match,
                              guint32            callsite);
GBytes *tv_dump_find_threads (TvTrace           *trace,
                              const TvTextMatch *match,
                              GCancellable      *cancellable);

G_END_DECLS
