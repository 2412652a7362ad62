/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvPart:
 * @TV_PART_LIST: list, such as threads
 * @TV_PART_MAIN: item of the list, such as a stack
 * @TV_PART_SIDE: context of the item, such as the wait graph
 *
 * Parts of a #TvPartRoom. If it is too narrow, only one of them is visible.
 */
typedef enum
{
  TV_PART_LIST,
  TV_PART_MAIN,
  TV_PART_SIDE,
} TvPart;

/* Three parts side by side, or as pages:
 *
 *   list │ main │ side  wide
 *   list │ main or side  medium
 *   list, main or side  narrow
 *
 * Signals:
 *   changed  the set of visible parts has changed
 */

#define TV_TYPE_PART_ROOM (tv_part_room_get_type ())
G_DECLARE_FINAL_TYPE (TvPartRoom, tv_part_room, TV, PART_ROOM, GtkWidget)

GtkWidget *tv_part_room_new         (GtkWidget  *list,
                                     GtkWidget  *main,
                                     GtkWidget  *side,
                                     int         list_px);
void       tv_part_room_set_side    (TvPartRoom *self,
                                     gboolean    has_side);
void       tv_part_room_set_page    (TvPartRoom *self,
                                     TvPart  page);
gboolean   tv_part_room_step_back   (TvPartRoom *self);
gboolean   tv_part_room_is_seen     (TvPartRoom *self,
                                     TvPart  page);

G_END_DECLS
