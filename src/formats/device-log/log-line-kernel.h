/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/device-log/log-line.h"
#include "formats/input/scan.h"

G_BEGIN_DECLS

/* Line parsers for kernel logs. Each function returns whether the line has the form, and sets the fields of @parsed. */

gboolean tv_log_parse_kernel       (TvSpan   *rest,
                                    TvLogParsed *parsed);
gboolean tv_log_parse_dated_kernel (TvSpan   *rest,
                                    TvLogParsed *parsed);
gboolean tv_log_parse_kmsg         (TvSpan   *rest,
                                    TvLogParsed *parsed);

G_END_DECLS
