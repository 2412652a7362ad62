/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Facts about a dumped thread other than its stack. */

gint64      tv_dump_find_cpu             (TvTrace *trace,
                                          guint32  thread);
const char *tv_dump_find_kernel_function (TvTrace *trace,
                                          guint32  thread);

G_END_DECLS
