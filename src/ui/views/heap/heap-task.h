/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "core/trace.h"
#include "tables/table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/**
 * TvHeapClassList:
 * @graph: listed dump
 * @before: dump with which @graph is compared, or %TV_NONE
 * @table: classes of @graph, or changes of the classes since @before
 * @filter: one byte per row, nonzero for a row that is listed
 * @n_left: number of listed rows
 * @bytes: size of all reachable objects in @graph, including native memory
 * @n_objects: number of reachable objects in @graph
 * @n_garbage: number of unreachable objects in @graph
 *
 * List of the classes of a heap dump, or of their changes.
 */
typedef struct
{
  guint32 graph;
  guint32 before;
  TvTable *table;
  GBytes *filter;
  guint32 n_left;
  gint64 bytes;
  guint32 n_objects;
  guint32 n_garbage;
} TvHeapClassList;

void tv_heap_class_list_free (TvHeapClassList *self);

/**
 * TvHeapObjectList:
 * @table: objects of a class, including unreachable ones
 * @n_objects: number of reachable objects of the class
 * @n_garbage: number of unreachable objects of the class
 *
 * List of the objects of a class.
 */
typedef struct
{
  TvTable *table;
  guint32 n_objects;
  guint32 n_garbage;
} TvHeapObjectList;

void tv_heap_object_list_free (TvHeapObjectList *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvHeapObjectList, tv_heap_object_list_free)

/* Workers that list the classes, the objects of a class and the path to an object. See tv_work_start() for @done,
 * @owner and @slot. */

void tv_heap_list_classes (TvTrace               *trace,
                           guint32                graph,
                           guint32                before,
                           const TvHeapClassList *known,
                           TvTextMatch           *match,
                           TvWorkDoneFunc         done,
                           gpointer               owner,
                           GCancellable         **slot);
void tv_heap_list_objects (TvTrace               *trace,
                           guint32                klass,
                           TvWorkDoneFunc         done,
                           gpointer               owner,
                           GCancellable         **slot);
void tv_heap_list_path    (TvTrace               *trace,
                           guint32                object,
                           TvWorkDoneFunc         done,
                           gpointer               owner,
                           GCancellable         **slot);

guint32 tv_heap_get_class (TvTable               *table,
                           guint32                row);

G_END_DECLS
