/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/wait-graph/painter.h"

G_BEGIN_DECLS

/* An exported wait graph with a title. Only the thread that created a sheet may use it. */
typedef struct _TvWaitSheet TvWaitSheet;

TvWaitSheet *tv_wait_sheet_new      (TvWaitGraph       *graph,
                                     const char        *title,
                                     const char        *font,
                                     gboolean           is_dark);
void         tv_wait_sheet_free     (TvWaitSheet       *self);
void         tv_wait_sheet_get_size (const TvWaitSheet *self,
                                     double            *width,
                                     double            *height);
void         tv_wait_sheet_paint    (cairo_t           *cr,
                                     guint              page,
                                     gpointer           sheet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvWaitSheet, tv_wait_sheet_free)

G_END_DECLS
