/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"

G_BEGIN_DECLS

/* The readers of binary and JSON logs, and the function that reads the clock of a log in any format. */

gboolean tv_logcat_binary_is_one  (TvInput             *input);
gboolean tv_logcat_binary_read    (TvInput             *input,
                                   TvTraceBuilder      *builder,
                                   const TvReadContext *context,
                                   GError             **error);
gboolean tv_logcat_studio_is_one  (TvInput             *input);
gboolean tv_logcat_studio_read    (TvInput             *input,
                                   TvTraceBuilder      *builder,
                                   const TvReadContext *context,
                                   GError             **error);
gboolean tv_device_log_read_clock (TvInput             *input,
                                   TvClocks            *clocks,
                                   TvClockReading      *first,
                                   GError             **error);
void     tv_device_log_set_part_bytes (gsize            bytes);

G_END_DECLS
