/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/gtk48/row-selection.h"

G_BEGIN_DECLS

/* The rows of a GtkColumnView, a frame at a time. GTK 4.8 makes the widgets of some 200 rows at
 * once, seen or not, which takes longer than a frame, and makes them anew for other rows. So a view
 * has no rows before it is seen, then some more with each frame, and those that it has are filled
 * again when what they show changes:
 *
 *   model ─▶ its first rows ─▶ TvRowSelection ─▶ GtkColumnView
 *     └───── "rows-changed" ──────────────────────────▶ cells
 */

TvRowSelection *tv_list_rows_attach (GtkColumnView *view,
                                     GListModel    *model);
void            tv_list_rows_begin  (GtkColumnView *view);
void            tv_list_rows_reach  (GtkColumnView *view,
                                     guint          position);

G_END_DECLS
