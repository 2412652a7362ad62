/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/incident/dump-state.h"

G_BEGIN_DECLS

/* Legend of thread states. Each state is a button that filters the list to the threads in that state. */

#define TV_TYPE_STATE_LEGEND (tv_state_legend_get_type ())
G_DECLARE_FINAL_TYPE (TvStateLegend, tv_state_legend, TV, STATE_LEGEND, GtkWidget)

GtkWidget *tv_state_legend_new     (void);
void       tv_state_legend_add     (TvStateLegend *self,
                                    TvDumpState    state,
                                    const char    *action,
                                    const char    *target);

G_END_DECLS
