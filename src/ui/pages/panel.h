/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* The views of a trace, of which one is shown at a time: a bar that switches between those that the
 * trace can fill and has the tools of the one that is shown, below it a row with what is selected to
 * be counted, then the view. It knows no view by name, see %TV_VIEWS.
 *
 * Properties (with notify):
 *   page    string   id of the view that is shown; writable. What is chosen so is remembered for each
 *                    kind of content, which is told by the view that leads
 *   fills   boolean  the view takes the timeline's place, too; writable and remembered likewise
 *
 * Actions:
 *   panel.page (s)
 *   panel.fills
 *   panel.remove-filter   takes back the newest of what leaves nothing of the view that is shown
 */

#define TV_TYPE_PANEL (tv_panel_get_type ())
G_DECLARE_FINAL_TYPE (TvPanel, tv_panel, TV, PANEL, GtkWidget)

void        tv_panel_set_session  (TvPanel    *self,
                                   TvSession  *session);
void        tv_panel_add_actions  (TvPanel    *self,
                                   GActionMap *map);
gboolean    tv_panel_is_blank     (TvPanel    *self);
void        tv_panel_focus        (TvPanel    *self);
gboolean    tv_panel_find         (TvPanel    *self);
gboolean    tv_panel_step         (TvPanel    *self,
                                   int         direction);
gboolean    tv_panel_restore_chip (TvPanel    *self);
void        tv_panel_show_symbol  (TvPanel    *self,
                                   TvSymbolShow how);
TvSession  *tv_panel_get_session  (TvPanel    *self);
gboolean    tv_panel_fills        (TvPanel    *self);
void        tv_panel_set_alone    (TvPanel    *self);

G_END_DECLS
