/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A row with the first child at the start and all others at the end. If there is not enough space, the first child
 * shrinks to its minimum width, then the others. If they still do not fit, the first child is hidden, then children
 * at the end, starting with the last one.
 *
 * Properties (writable):
 *
 *   spacing   int   space between the children in px */

#define TV_TYPE_YIELD_ROW (tv_yield_row_get_type ())
G_DECLARE_FINAL_TYPE (TvYieldRow, tv_yield_row, TV, YIELD_ROW, GtkWidget)

G_END_DECLS
