/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

void tv_logged_crashes_emit (TvTraceBuilder *builder,
                             guint32         first);

G_END_DECLS
