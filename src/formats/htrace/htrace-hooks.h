/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/htrace/htrace-file.h"

G_BEGIN_DECLS

/* Reads heap changes from nativehook messages: allocations and frees, with the stacks of the allocations. */

gboolean tv_htrace_has_hooks  (TvHtraceFile         *file);
gboolean tv_htrace_read_hooks (TvHtraceFile         *file,
                               gboolean              is_alone,
                               TvTraceBuilder       *builder,
                               const TvReadContext  *context,
                               GError              **error);

G_END_DECLS
