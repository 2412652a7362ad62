/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Where a column view is narrower than its columns, those that have no room are out of sight as a
 * whole, for half a number is a wrong one:
 *
 *   ┌ in sight ────────────────┐
 *   │ name       │  ms │   %   │ count │ min ms │ max ms │
 *   └──────────────────────────┘
 *
 * One column takes the rest of what is in sight. Scrolling sideways goes from one group of columns
 * that are in sight as a whole to the next. */

void tv_column_fit_attach      (GtkColumnView *view,
                                guint          column,
                                int            least_px);
int  tv_column_fit_get_natural (GtkColumnView *view);

G_END_DECLS
