/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Samples of a selection with their innermost frames; consistent with the call tree of the selection. */

GArray        *tv_sample_rows_find   (TvTrace            *trace,
                                      guint32             source,
                                      const TvSelection  *selection,
                                      GCancellable       *cancellable,
                                      GError            **error);
const TvFrame *tv_callsite_find_frame (TvTrace           *trace,
                                      guint32             callsite);
const TvFrame *tv_sample_find_leaf   (TvTrace            *trace,
                                      guint32             sample);
guint32        tv_sample_get_symbol  (TvTrace            *trace,
                                      guint32             sample);
guint32        tv_sample_get_depth   (TvTrace            *trace,
                                      guint32             sample);
char          *tv_frame_dup_name     (TvTrace            *trace,
                                      const TvFrame      *frame);
char          *tv_frame_dup_library  (TvTrace            *trace,
                                      const TvFrame      *frame);

G_END_DECLS
