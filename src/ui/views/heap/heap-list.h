/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"

G_BEGIN_DECLS

/* A list of the Java Heap view: a table under a title. The view has three panes: the classes, the objects of a class,
 * and the retaining path of an object. The panes of objects and of the path are heap lists. If there is not enough
 * space for all panes, the view shows fewer, and buttons beside the title lead to the previous and next pane.
 *
 * Signals:
 *   back     go to the previous pane: from objects to classes, or from the path to objects
 *   forward  go to the next pane: from objects to the path */

#define TV_TYPE_HEAP_LIST (tv_heap_list_get_type ())
G_DECLARE_FINAL_TYPE (TvHeapList, tv_heap_list, TV, HEAP_LIST, GtkWidget)

GtkWidget   *tv_heap_list_new       (const char *name,
                                     const char *back,
                                     const char *forward,
                                     const char *forward_tooltip);
TvTableView *tv_heap_list_get_table (TvHeapList *self);
TvTable     *tv_heap_list_get_rows  (TvHeapList *self);
void         tv_heap_list_show      (TvHeapList *self,
                                     const char *title,
                                     const char *properties,
                                     const char *tooltip,
                                     TvTable    *table);
void         tv_heap_list_set_back  (TvHeapList *self,
                                     gboolean    can_go_back);
void         tv_heap_list_set_forward    (TvHeapList *self,
                                     gboolean    can_go_forward);
void         tv_heap_list_focus     (TvHeapList *self);

G_END_DECLS
