/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"

#include "paint/timeline/layout.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Threads, CPUs and counters over time, with a ruler above and row labels at the left. A method trace has one row per
 * thread. A system trace has groups of rows: runs of CPUs, states and slices of threads, counters.
 *
 * Properties (with notify):
 *   session      TvSession  the trace to show; nullable
 *   label-width  int        width of the row labels, in px
 *   paths        pointer    computed critical paths; read-only
 *
 * Actions, for menus, keys and tests:
 *   timeline.zoom-in, .zoom-out           zooms around the pointer, or around the middle
 *   timeline.fit                          fits the selected range or slice; if it fits already, the whole trace
 *   timeline.pan-left, .pan-right, .scroll-up, .scroll-down, .page-up, .page-down
 *   timeline.go-start, .go-end
 *   timeline.nested, .strip               sets the style of the chart
 *   timeline.cycle-colours                sets the next colouring
 *   timeline.next-call, .previous-call    goes to the next or previous occurrence of the selected symbol
 * timeline.longest-call                 goes to the longest slice of the symbol below the pointer, or of the
 * selected one timeline.zoom-to-slice                fits the selected slice timeline.select-previous, .select-next
 *                                         selects the slice next to the selected one on its level
 *   timeline.select-up, .select-down      selects the parent or a child, or else a slice in the row above or below
 *   timeline.select-caller                selects the parent
 *   timeline.fold-all, .unfold-all        folds or unfolds all groups; all rows if there are no groups
 *   timeline.toggle-group                 folds or unfolds the group of the selected slice, or the group at the top
 *   timeline.back, .forward               goes through earlier views
 *   timeline.add-mark                     adds a bookmark at the selected range or slice, or at the pointer
 *   timeline.rename-mark                  asks for the name of the selected bookmark, or of a new one
 *   timeline.remove-mark                  removes the selected bookmark
 *   timeline.fold-row, .hide-row, .pin-row, .tall-row, .strip-row, .stacks-row, .path-row, .show-only-row,
 *   timeline.count-row, .move-row-up, .move-row-down
 *                                         apply to the row that tv_timeline_find_current_row() returns
 *   timeline.filter-to-row                filters to the thread of that row, or removes the filter
 *   timeline.show-all-rows, .unpin-all-rows, .reset-row-order, .filter-rows, .clear-row-filter
 *   timeline.show-selected-row            shows the row of the selected slice if it is hidden
 *   timeline.clear                        cancels a drag, or clears the bookmark, slice, range or symbol, one at a time
 *
 * W, S, A and D zoom and pan while they are held; they are not actions. */

#define TV_TYPE_TIMELINE (tv_timeline_get_type ())
G_DECLARE_FINAL_TYPE (TvTimeline, tv_timeline, TV, TIMELINE, TvCanvas)

GtkWidget *tv_timeline_new             (void);
TvSession *tv_timeline_get_session     (TvTimeline *self);
void       tv_timeline_set_session     (TvTimeline *self,
                                        TvSession  *session);
void       tv_timeline_add_actions     (TvTimeline *self,
                                        GActionMap *map,
                                        gboolean    has_image);
const TvTimelineLayout *tv_timeline_get_layout (TvTimeline *self);
gboolean   tv_timeline_cancel_drag     (TvTimeline *self);
void       tv_timeline_set_label_width (TvTimeline *self,
                                        int         label_width);
gboolean   tv_timeline_is_clicked      (TvTimeline *self);
int        tv_timeline_get_whole_height (TvTimeline *self);
void       tv_timeline_yield_width       (TvTimeline *self,
                                        int         px);
void       tv_timeline_regain_width       (TvTimeline *self,
                                        int         px);

G_END_DECLS
