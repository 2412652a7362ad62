/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvDumpPage:
 * @TV_DUMP_PAGE_LIST: the threads
 * @TV_DUMP_PAGE_STACK: the stack of one
 * @TV_DUMP_PAGE_SIDE: what waits for what
 *
 * What is seen where there is not room for all.
 */
typedef enum
{
  TV_DUMP_PAGE_LIST,
  TV_DUMP_PAGE_STACK,
  TV_DUMP_PAGE_SIDE,
} TvDumpPage;

/* Three parts beside each other, or as pages:
 *
 *   list │ stack │ side       wide
 *   list │ stack or side      narrower
 *   list, stack or side       narrow
 *
 * Signals:
 *   changed   other parts are seen
 */

#define TV_TYPE_DUMP_ROOM (tv_dump_room_get_type ())
G_DECLARE_FINAL_TYPE (TvDumpRoom, tv_dump_room, TV, DUMP_ROOM, GtkWidget)

GtkWidget *tv_dump_room_new         (GtkWidget  *list,
                                     GtkWidget  *stack,
                                     GtkWidget  *side);
void       tv_dump_room_set_side    (TvDumpRoom *self,
                                     gboolean    has_side);
void       tv_dump_room_set_page    (TvDumpRoom *self,
                                     TvDumpPage  page);
gboolean   tv_dump_room_step_back   (TvDumpRoom *self);
gboolean   tv_dump_room_is_seen     (TvDumpRoom *self,
                                     TvDumpPage  page);

G_END_DECLS
