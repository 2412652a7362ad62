/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvVisit:
 * @start_ns: time at the left edge
 * @end_ns: time at the right edge; greater than @start_ns
 * @scroll_y: scroll position in px
 * @page_height: visible height of the rows in px
 * @slice: selected slice, or %TV_NONE
 * @symbol: selected symbol, or %TV_NONE
 * @selection_start_ns: start of the selected range
 * @selection_end_ns: end of the selected range; equal to @selection_start_ns if no range is selected
 *
 * A view: visible range, scroll position and selection.
 */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  double scroll_y;
  double page_height;
  guint32 slice;
  guint32 symbol;
  gint64 selection_start_ns;
  gint64 selection_end_ns;
} TvVisit;

/* History of views, like the history of a web browser. A view is added only if it differs enough from the current
 * view. The oldest views are dropped.
 *
 *   a ─ b ─ c ─ d ─ e   back, back:  a ─ b ─[c]─ d ─ e   to f:  a ─ b ─ c ─[f]
 *            current ─┘ */
typedef struct _TvViewHistory TvViewHistory;

TvViewHistory *tv_view_history_new            (void);
void           tv_view_history_free           (TvViewHistory       *self);
gboolean       tv_view_history_visit          (TvViewHistory       *self,
                                               const TvVisit       *visit);
gboolean       tv_view_history_can_go_back    (const TvViewHistory *self,
                                               const TvVisit       *now);
gboolean       tv_view_history_can_go_forward (const TvViewHistory *self,
                                               const TvVisit       *now);
const TvVisit *tv_view_history_go_back        (TvViewHistory       *self,
                                               const TvVisit       *now);
const TvVisit *tv_view_history_go_forward     (TvViewHistory       *self,
                                               const TvVisit       *now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvViewHistory, tv_view_history_free)

G_END_DECLS
