/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/span.h"

G_BEGIN_DECLS

gboolean tv_report_has_summary (TvSpan text);
char    *tv_report_dup_summary (TvSpan text);

G_END_DECLS
