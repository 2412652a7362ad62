/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

gboolean tv_report_leads (TvTrace *trace);
gboolean tv_log_is_main_content    (TvTrace *trace);

G_END_DECLS
