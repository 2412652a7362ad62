/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/system/slice-states.h"

G_BEGIN_DECLS

/* Bar with the share of each thread state in an interval; each share has the colour of its state. */

#define TV_TYPE_STATE_BAR (tv_state_bar_get_type ())
G_DECLARE_FINAL_TYPE (TvStateBar, tv_state_bar, TV, STATE_BAR, GtkWidget)

GtkWidget *tv_state_bar_new      (const TvSliceStates *states);
GtkWidget *tv_state_bar_new_spot (TvStateKind          kind);

G_END_DECLS
