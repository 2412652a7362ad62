/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

void tv_async_find_threads (TvTrace *trace,
                            guint32  slice,
                            guint32 *begin,
                            guint32 *end);

G_END_DECLS
