/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/symbols/text-match.h"
#include "core/trace.h"

G_BEGIN_DECLS

GArray *tv_text_lines_find (TvTrace           *trace,
                            const TvTextMatch *match,
                            GCancellable      *cancellable);

G_END_DECLS
