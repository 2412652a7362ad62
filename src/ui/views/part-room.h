/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvPart:
 * @TV_PART_LIST: a list, such as threads
 * @TV_PART_MAIN: one of these, such as a stack
 * @TV_PART_SIDE: its context, such as the wait graph
 *
 * The visible part if there is not room for all.
 */
typedef enum
{
  TV_PART_LIST,
  TV_PART_MAIN,
  TV_PART_SIDE,
} TvPart;

/* Three parts beside each other, or as pages:
 *
 *   list │ main │ side       wide
 *   list │ main or side      narrower
 *   list, main or side       narrow
 *
 * Signals:
 *   changed   other parts are seen
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
