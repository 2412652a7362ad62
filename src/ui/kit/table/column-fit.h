/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Columns of a column view that is narrower than they are. A column without enough room is hidden as a
 * whole, because half a number reads as a wrong one:
 *
 *   ┌ in sight ────────────────┐
 *   │ name       │  ms │   %   │ count │ min ms │ max ms │
 *   └──────────────────────────┘
 *
 * One column takes the width that is left. Scrolling sideways goes from one group of whole columns to the
 * next. */

void tv_column_fit_attach      (GtkColumnView *view,
                                guint          column,
                                int            min_px);
int  tv_column_fit_get_natural (GtkColumnView *view);

G_END_DECLS
