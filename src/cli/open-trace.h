/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/profile.h"
#include "core/trace.h"

G_BEGIN_DECLS

TvTrace *tv_open_trace                  (const char     *name,
                                         GError        **error);
void     tv_open_trace_warn_of_switches (TvTrace        *trace,
                                         TvProfileFlags  flags);

G_END_DECLS
