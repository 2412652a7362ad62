/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/incident/dump-state.h"

G_BEGIN_DECLS

#define TV_STATE_ICON_PX 12

/* The icon of a thread state in a dump, with the name of the state as tooltip. */

#define TV_TYPE_STATE_ICON (tv_state_icon_get_type ())
G_DECLARE_FINAL_TYPE (TvStateIcon, tv_state_icon, TV, STATE_ICON, GtkWidget)

GtkWidget *tv_state_icon_new       (void);
void       tv_state_icon_set_state (TvStateIcon *self,
                                    TvDumpState  state);
void       tv_state_icon_append    (GtkSnapshot *snapshot,
                                    TvDumpState  state,
                                    float        x,
                                    float        y);

G_END_DECLS
