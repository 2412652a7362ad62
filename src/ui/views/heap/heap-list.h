/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"

G_BEGIN_DECLS

/* Table of a heap under a title. Buttons lead to the previous and the next part if there is not enough space for all.
 *
 * Signals:
 *   back  go to the previous part
 *   on    go to the next part
 */

#define TV_TYPE_HEAP_LIST (tv_heap_list_get_type ())
G_DECLARE_FINAL_TYPE (TvHeapList, tv_heap_list, TV, HEAP_LIST, GtkWidget)

GtkWidget   *tv_heap_list_new       (const char *name,
                                     const char *back,
                                     const char *on,
                                     const char *on_tooltip);
TvTableView *tv_heap_list_get_table (TvHeapList *self);
TvTable     *tv_heap_list_get_rows  (TvHeapList *self);
void         tv_heap_list_show      (TvHeapList *self,
                                     const char *title,
                                     const char *properties,
                                     const char *tooltip,
                                     TvTable    *table);
void         tv_heap_list_set_back  (TvHeapList *self,
                                     gboolean    can_go_back);
void         tv_heap_list_set_on    (TvHeapList *self,
                                     gboolean    can_go_on);
void         tv_heap_list_focus     (TvHeapList *self);

G_END_DECLS
