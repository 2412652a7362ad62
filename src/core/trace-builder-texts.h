/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/texts.h"

G_BEGIN_DECLS

/* Adds sections of plain text that are shown unparsed. */

gboolean tv_trace_builder_add_whole_text (TvTraceBuilder *self,
                                          GBytes         *bytes,
                                          guint32         title,
                                          guint32         summary);

G_END_DECLS
