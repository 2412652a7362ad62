/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/* Errors for logs that contain no readable events. */

void tv_ftrace_refuse (const guint64 n_unsupported[TV_N_FTRACE_UNSUPPORTED],
                       TvSpan        tracer,
                       guint64       n_lines,
                       GError      **error);

G_END_DECLS
