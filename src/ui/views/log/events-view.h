/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"
#include "ui/kit/table-view.h"

G_BEGIN_DECLS

/* All events of a log as the kernel wrote them, in the order of time, and what filters them. It
 * follows the session: to its cursor, its selected slice, what the timeline shows; and a click on
 * an event moves the cursor there.
 *
 * Properties (with notify):
 *   n-shown   uint   events that are shown
 */

#define TV_TYPE_EVENTS_VIEW (tv_events_view_get_type ())
G_DECLARE_FINAL_TYPE (TvEventsView, tv_events_view, TV, EVENTS_VIEW, GtkWidget)

void         tv_events_view_set_session (TvEventsView *self,
                                         TvSession    *session);
TvTableView *tv_events_view_get_table   (TvEventsView *self);

G_END_DECLS
