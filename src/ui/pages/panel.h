/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* The views of a trace. A bar contains a switcher for the views that have content, and the tools of the visible view.
 * Below it are the filter chips, then the view. The panel does not depend on specific views, see %TV_VIEWS.
 *
 * Properties (with notify):
 *
 *   page     string   id of the visible view; writable. The user's choice is stored for all traces that the same view
 *                     fits best
 *   fills    boolean  whether the view also takes the place of the timeline; writable, stored like the page
 *   is-busy  boolean  whether the visible view shows old content while new content is computed
 *
 * Actions:
 *
 *   panel.page (s)        sets the property "page"
 *   panel.fills           toggles the property "fills"
 *   panel.remove-filter   removes the newest filter that leaves the visible view empty */

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
void        tv_panel_show_line    (TvPanel    *self,
                                   guint64     line);
void        tv_panel_show_time    (TvPanel    *self,
                                   gint64      ns);
void        tv_panel_show_comparison (TvPanel *self,
                                   TvComparison comparison);
TvSession  *tv_panel_get_session  (TvPanel    *self);
gboolean    tv_panel_fills        (TvPanel    *self);
void        tv_panel_set_alone    (TvPanel    *self);

G_END_DECLS
