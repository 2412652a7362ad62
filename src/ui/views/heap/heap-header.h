/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/session/session.h"
#include "ui/views/heap/heap-task.h"

G_BEGIN_DECLS

/* Line above the lists of a heap: the dump, the dump that it is compared with, and the number and size of its
 * objects. The menus activate the actions "win.heap-graph" and "win.heap-before". */

#define TV_TYPE_HEAP_HEADER (tv_heap_header_get_type ())
G_DECLARE_FINAL_TYPE (TvHeapHeader, tv_heap_header, TV, HEAP_HEADER, GtkWidget)

GtkWidget *tv_heap_header_new       (void);
void       tv_heap_header_set_session (TvHeapHeader            *self,
                                     TvSession             *session);
void       tv_heap_header_set_dumps (TvHeapHeader            *self,
                                   guint32                graph,
                                   guint32                before);
void       tv_heap_header_show      (TvHeapHeader            *self,
                                   const TvHeapClassList *list);

G_END_DECLS
