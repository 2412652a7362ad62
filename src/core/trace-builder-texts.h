/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/texts.h"

G_BEGIN_DECLS

/* How a reader tells texts that are read as they are. */

gboolean tv_trace_builder_add_whole_text (TvTraceBuilder *self,
                                          GBytes         *bytes,
                                          guint32         title,
                                          guint32         summary);

G_END_DECLS
