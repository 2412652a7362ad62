/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/canvas.h"

#include "paint/timeline/layout.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* The threads' calls over time, with a ruler above and the threads' names on the left. Of a log,
 * groups of rows: what CPUs ran, what states threads were in and what they marked, counters.
 *
 * Properties (with notify):
 *   session      TvSession  what is shown; NULL shows nothing
 *   label-width  int        width of the column of names, px
 *
 * Actions, for menus, keys and tests:
 *   timeline.zoom-in, .zoom-out       about the pointer, or the middle
 *   timeline.fit                      the selected range of time, or call; then the whole trace
 *   timeline.pan-left, .pan-right, .scroll-up, .scroll-down, .page-up, .page-down
 *   timeline.go-start, .go-end
 *   timeline.nested, .strip           form of the chart
 *   timeline.cycle-colours            what the colours of calls tell
 *   timeline.next-call, .previous-call  of the selected method
 *   timeline.longest-call             of the method below the pointer, or the selected one
 *   timeline.zoom-to-slice            fits the selected call
 *   timeline.select-previous, .select-next
 *                                     the call beside the selected one, on its line
 *   timeline.select-up, .select-down  its caller and callee; then the rows above and below
 *   timeline.select-caller
 *   timeline.fold-all, .unfold-all    groups of a log's rows; rows where there are no groups
 *   timeline.toggle-group             that of the selected slice, or at the top
 *   timeline.back, .forward           through the views that were looked at
 *   timeline.add-mark                 at the selected range of time or call, or the pointer
 *   timeline.rename-mark              asks for the selected mark's name, or that of a new one
 *   timeline.remove-mark              the selected one
 *   timeline.fold-row, .hide-row, .pin-row, .strip-row, .stacks-row, .show-only-row
 *                                     the row whose menu is open, or below the pointer, or with the
 *                                     selected slice or sample
 *   timeline.filter-to-row            only the thread of that row is counted, or all again
 *   timeline.show-all-rows, .unpin-all-rows, .filter-rows, .clear-row-filter
 *   timeline.show-selected-row        that of the selected call, if it is hidden
 *   timeline.clear                    one step back: a drag, a mark, the call, the range of time,
 *                                     the method
 *
 * W and S zoom and A and D pan for as long as they are held; these are no actions.
 */

#define TV_TYPE_TIMELINE (tv_timeline_get_type ())
G_DECLARE_FINAL_TYPE (TvTimeline, tv_timeline, TV, TIMELINE, TvCanvas)

GtkWidget *tv_timeline_new             (void);
TvSession *tv_timeline_get_session     (TvTimeline *self);
void       tv_timeline_set_session     (TvTimeline *self,
                                        TvSession  *session);
void       tv_timeline_add_actions     (TvTimeline *self,
                                        GActionMap *map,
                                        gboolean    has_picture);
const TvTimelineLayout *tv_timeline_get_layout (TvTimeline *self);
gboolean   tv_timeline_cancel_drag     (TvTimeline *self);
void       tv_timeline_set_label_width (TvTimeline *self,
                                        int         label_width);
gboolean   tv_timeline_is_clicked      (TvTimeline *self);
int        tv_timeline_get_whole_height (TvTimeline *self);
void       tv_timeline_give_room       (TvTimeline *self,
                                        int         px);
void       tv_timeline_take_room       (TvTimeline *self,
                                        int         px);

G_END_DECLS
