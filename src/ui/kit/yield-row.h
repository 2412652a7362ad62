/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A row with the first child at the start and the others at the end. If there is too little room, the
 * first child shrinks to its minimum, then the others do. If that is still too wide, the first child is
 * hidden, then those at the end, the last one first.
 *
 * Properties (writable):
 *   spacing   int   px between the children
 */

#define TV_TYPE_YIELD_ROW (tv_yield_row_get_type ())
G_DECLARE_FINAL_TYPE (TvYieldRow, tv_yield_row, TV, YIELD_ROW, GtkWidget)

G_END_DECLS
