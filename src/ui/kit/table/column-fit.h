/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Fits columns to a view that is narrower than all columns together. A column that does not fit is hidden completely,
 * because a truncated number could be mistaken for another number:
 *
 *   ┌ visible area ────────────┐
 *   │ name       │  ms │   %   │ count │ min ms │ max ms │
 *   └──────────────────────────┘
 *
 * One flexible column takes the remaining width. Horizontal scrolling moves between groups of complete columns. */

void tv_column_fit_attach      (GtkColumnView *view,
                                guint          column,
                                int            min_px);
int  tv_column_fit_get_natural (GtkColumnView *view);

G_END_DECLS
