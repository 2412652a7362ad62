/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/* Adds kernel events, which files group by CPU, to a builder in nearly sorted time order. */
typedef struct _TvEventWindow TvEventWindow;

TvEventWindow *tv_event_window_new    (TvTraceBuilder *builder);
void           tv_event_window_free   (TvEventWindow  *self);
void           tv_event_window_add    (TvEventWindow  *self,
                                       gint64          ts_ns,
                                       guint32         cpu,
                                       guint32         utid,
                                       guint32         text,
                                       guint64         where);
gboolean       tv_event_window_finish (TvEventWindow  *self);

G_END_DECLS
