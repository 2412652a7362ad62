/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/htrace/htrace-file.h"

G_BEGIN_DECLS

/* Memory that programs took and gave back, from messages of nativehook: changes of heaps, with the stacks that
 * took it. */

gboolean tv_htrace_has_hooks  (TvHtraceFile         *file);
gboolean tv_htrace_read_hooks (TvHtraceFile         *file,
                               gboolean              is_alone,
                               TvTraceBuilder       *builder,
                               const TvReadContext  *context,
                               GError              **error);

G_END_DECLS
