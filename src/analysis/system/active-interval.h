/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

gboolean tv_active_interval_find (TvTrace *trace,
                                  gint64  *start_ns,
                                  gint64  *end_ns);

G_END_DECLS
