/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/profile-view.h"
#include "ui/session.h"

G_BEGIN_DECLS

/* The lower zone of a trace: a bar with the filters that are active and the find box, and below
 * it the profile. */

#define TV_TYPE_PANEL (tv_panel_get_type ())
G_DECLARE_FINAL_TYPE (TvPanel, tv_panel, TV, PANEL, GtkWidget)

void           tv_panel_set_session (TvPanel   *self,
                                     TvSession *session);
TvProfileView *tv_panel_get_profile (TvPanel   *self);
void           tv_panel_find        (TvPanel   *self);
void           tv_panel_step        (TvPanel   *self,
                                     int        direction);

G_END_DECLS
