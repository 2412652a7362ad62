/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A row of widgets, in several lines if there is too little room. Widgets that expand take the rest of their line.
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
