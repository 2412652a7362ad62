/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Details of dumped threads that are not in their stacks. */

gint64      tv_dump_find_cpu             (TvTrace *trace,
                                          guint32  thread);
const char *tv_dump_find_kernel_function (TvTrace *trace,
                                          guint32  thread);

G_END_DECLS
