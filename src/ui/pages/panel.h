/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/views/log/events-view.h"
#include "ui/views/profile/profile-view.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* The lower zone of a trace: a bar that switches between its pages and has the filters that are
 * active, and below it the profile, what happened in a range, the events of a log, or what is odd
 * in the file.
 *
 * Properties (with notify):
 *   page   string   "profile", "range", "events" (logs only) or "problems" (where there are any);
 *                   writable. What is chosen so is remembered for each kind of trace
 *
 * Actions:
 *   panel.page (s)
 */

#define TV_TYPE_PANEL (tv_panel_get_type ())
G_DECLARE_FINAL_TYPE (TvPanel, tv_panel, TV, PANEL, GtkWidget)

void           tv_panel_set_session (TvPanel   *self,
                                     TvSession *session);
TvProfileView *tv_panel_get_profile (TvPanel   *self);
TvEventsView  *tv_panel_get_events  (TvPanel   *self);
TvTableView   *tv_panel_find_table  (TvPanel   *self,
                                     const char *name);
const char    *tv_panel_get_page    (TvPanel   *self);
void           tv_panel_set_page    (TvPanel   *self,
                                     const char *page);
void           tv_panel_show_view   (TvPanel   *self,
                                     guint      number);
void           tv_panel_find        (TvPanel   *self);
void           tv_panel_step        (TvPanel   *self,
                                     int        direction);

G_END_DECLS
