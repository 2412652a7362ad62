/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

guint32 tv_log_line_find_by_number (TvTrace *trace,
                                guint64  number);

G_END_DECLS
