/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/method-trace/method-trace-header.h"

G_BEGIN_DECLS

gboolean tv_method_stream_read (const TvMethodHeader *header,
                                TvMethodTraceKeys    *keys,
                                TvInput             *input,
                                const TvReadContext  *context,
                                GError              **error);
gboolean tv_method_stream_cut  (const TvMethodHeader *header,
                                TvMethodTraceKeys    *keys,
                                TvInput             *input,
                                TvCut                *cut,
                                const TvReadContext  *context,
                                GError              **error);

G_END_DECLS
