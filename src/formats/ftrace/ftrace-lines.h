/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-line.h"
#include "formats/input/input.h"

G_BEGIN_DECLS

/* Reads a log in blocks of complete lines, without loading the whole file. */

gboolean tv_ftrace_lines_peek (TvInputWindow *window,
                               gsize           at,
                               gsize           end,
                               TvSpan         *lines,
                               GError        **error);

G_END_DECLS
