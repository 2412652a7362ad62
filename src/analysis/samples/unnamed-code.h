/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Code of samples for which neither the recording nor this computer's libraries have symbols. */

gboolean    tv_frame_is_unnamed        (TvTrace       *trace,
                                        const TvFrame *frame);
guint32    *tv_trace_find_same_files   (TvTrace       *trace);
guint32    *tv_trace_find_unsymbolized (TvTrace       *trace);
GHashTable *tv_trace_count_unnamed     (TvTrace       *trace);
guint       tv_unnamed_count_found     (GHashTable    *before,
                                        GHashTable    *after);

G_END_DECLS
