/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/gtk48/row-selection.h"

G_BEGIN_DECLS

/* Adds the rows of a GtkColumnView frame by frame. GTK 4.8 creates the widgets of about 200 rows at once, visible or
 * not, which takes longer than a frame, and recreates the widgets when rows change. Therefore, a view has no rows
 * until it is mapped. A few rows are then added per frame. When the content of rows changes, their widgets are bound
 * again:
 *
 *   model ─▶ its first rows ─▶ TvRowSelection ─▶ GtkColumnView
 *     └───── "rows-changed" ──────────────────────────▶ cells */

TvRowSelection *tv_list_rows_attach (GtkColumnView *view,
                                     GListModel    *model);
void            tv_list_rows_begin  (GtkColumnView *view);
void            tv_list_rows_reach  (GtkColumnView *view,
                                     guint          position);

G_END_DECLS
