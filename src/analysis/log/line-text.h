/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Formats log lines and events as text for other tools. */

char *tv_log_line_dup_text (TvTrace *trace, guint32 line);
char *tv_event_dup_text    (TvTrace *trace, guint32 event);

G_END_DECLS
