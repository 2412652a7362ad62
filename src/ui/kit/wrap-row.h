/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A row of widgets that wraps to several lines if there is not enough space. Widgets that expand share the remaining
 * width of their line.
 *
 *   ┌──────────────────────────────┐    ┌────────────────┐
 *   │ 15 rows, 41 ms     Mark  Rows│    │ 15 rows, 41 ms │
 *   └──────────────────────────────┘    │ Mark  Rows     │
 *                                       └────────────────┘ */

#define TV_TYPE_WRAP_ROW (tv_wrap_row_get_type ())
G_DECLARE_FINAL_TYPE (TvWrapRow, tv_wrap_row, TV, WRAP_ROW, GtkWidget)

GtkWidget *tv_wrap_row_new    (int        spacing);
void       tv_wrap_row_append (TvWrapRow *self,
                               GtkWidget *child);

G_END_DECLS
