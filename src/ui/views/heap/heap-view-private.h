/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/search-entry.h"
#include "ui/kit/table/table-view.h"
#include "ui/views/heap/heap-columns.h"
#include "ui/views/heap/heap-header.h"
#include "ui/views/heap/heap-list.h"
#include "ui/views/heap/heap-task.h"
#include "ui/views/pane-layout.h"
#include "ui/views/view.h"

G_BEGIN_DECLS

/* Private parts of the Java Heap view:
 *
 *   heap-view.c     the dump and the filter
 *   heap-select.c   the selection: a class, one of its objects, and the path to that object
 *   heap-actions.c  actions */

#define TV_TYPE_HEAP_VIEW (tv_heap_view_get_type ())
G_DECLARE_FINAL_TYPE (TvHeapView, tv_heap_view, TV, HEAP_VIEW, TvView)

struct _TvHeapView
{
  TvView parent_instance;

  GtkWidget *box;
  TvHeapHeader *header;
  TvPaneLayout *panes;
  GtkStack *stack;      /* contains @classes and @changes */
  TvTableView *classes; /* classes of a single dump */
  TvTableView *changes; /* changes of classes between two dumps */
  TvHeapList *objects;
  TvHeapList *path;
  TvSearchEntry *entry; /* shown in the bar above the view */

  TvSession *session;     /* not owned */
  guint32 before;         /* dump with which the session's dump is compared, or TV_NONE */
  TvHeapClassList *list;  /* (nullable): visible list */
  TvHeapTotal total;      /* totals of @list */
  GCancellable *listing;  /* (nullable): running worker that lists classes */
  GCancellable *finding;  /* (nullable): running worker that lists objects */
  GCancellable *stepping; /* (nullable): running worker that finds the path to an object */
  guint32 klass;          /* selected class, or TV_NONE */
  guint32 object;         /* selected object, or TV_NONE */
};

TvTrace     *tv_heap_view_get_trace       (TvHeapView *self);
TvTableView *tv_heap_view_get_table       (TvHeapView *self);
void         tv_heap_view_update_busy     (TvHeapView *self);
void         tv_heap_view_set_before      (TvHeapView *self,
                                           guint32     before);

void         tv_heap_view_connect_table   (TvHeapView *self,
                                           TvTableView *table);
void         tv_heap_view_connect_lists   (TvHeapView *self);
void         tv_heap_view_select_class    (TvHeapView *self,
                                           guint32     klass,
                                           guint32     object);
void         tv_heap_view_go_to_object    (TvHeapView *self,
                                           guint32     object);

void         tv_heap_view_add_actions     (TvView     *view,
                                           GActionMap *map);
GMenu       *tv_heap_view_make_class_menu (gpointer    view,
                                           TvTableRow *row);

G_END_DECLS
