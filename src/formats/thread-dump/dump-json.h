/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/input/input.h"

G_BEGIN_DECLS

gboolean tv_dump_json_is_one (TvInput        *input);
GBytes  *tv_dump_json_print  (TvInput        *input,
                              TvTraceBuilder *builder);

G_END_DECLS
