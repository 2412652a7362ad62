/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A row of which the first child stands at the start and the others at the end. Where there is no room
 * the first one gives way, down to the least that it needs; only then the others do, down to theirs.
 * Where even that is too much, the first one goes, and then those at the end, the last one first.
 *
 * Properties (writable):
 *   spacing   int   px between the children
 */

#define TV_TYPE_YIELD_ROW (tv_yield_row_get_type ())
G_DECLARE_FINAL_TYPE (TvYieldRow, tv_yield_row, TV, YIELD_ROW, GtkWidget)

G_END_DECLS
