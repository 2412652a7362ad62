/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvHeapClassUse:
 * @klass: class
 * @n_objects: number of reachable objects
 * @shallow: shallow size in bytes
 * @native: native size in bytes, outside the heap
 * @retained: retained size in bytes; objects that are dominated by other objects of the class are not added again
 * @n_unreachable: number of unreachable objects, which the next garbage collection would free
 *
 * Number and sizes of the objects of a class in a heap dump.
 */
typedef struct
{
  guint32 klass;
  guint32 n_objects;
  gint64 shallow;
  gint64 native;
  gint64 retained;
  guint32 n_unreachable;
} TvHeapClassUse;

/**
 * TvHeapStep:
 * @object: object of this step
 * @reference: reference from the object of the previous step, or %TV_NONE for the root
 *
 * A step of the path from a root to an object.
 */
typedef struct
{
  guint32 object;
  guint32 reference;
} TvHeapStep;

/**
 * TvHeapClassChange:
 * @graph_before: index of the earlier heap
 * @graph: index of the later heap
 * @before: counts and sizes in the earlier heap; @klass is %TV_NONE if the class did not exist
 * @after: counts and sizes in the later heap; @klass is %TV_NONE if the class no longer exists
 *
 * The objects of a class in two heaps.
 */
typedef struct
{
  guint32 graph_before;
  guint32 graph;
  TvHeapClassUse before;
  TvHeapClassUse after;
} TvHeapClassChange;

GArray *tv_heap_find_class_uses (TvTrace      *trace,
                                 guint32       graph,
                                 GCancellable *cancellable,
                                 GError      **error);
GArray *tv_heap_find_class_changes (TvTrace   *trace,
                                 guint32       graph_before,
                                 guint32       graph,
                                 GCancellable *cancellable,
                                 GError      **error);
guint32 tv_heap_find_graph_before (TvTrace    *trace,
                                 guint32       graph);
guint32 tv_heap_find_class_graph (TvTrace     *trace,
                                 guint32       klass);
GArray *tv_heap_find_objects    (TvTrace      *trace,
                                 guint32       graph,
                                 guint32       klass,
                                 GCancellable *cancellable,
                                 GError      **error);
GArray *tv_heap_find_root_path  (TvTrace      *trace,
                                 guint32       object,
                                 GCancellable *cancellable,
                                 GError      **error);
guint32 tv_heap_find_graph      (TvTrace      *trace,
                                 guint32       object);
guint32 tv_heap_class_name      (TvTrace      *trace,
                                 guint32       klass);
guint32 tv_heap_field_name      (TvTrace      *trace,
                                 guint32       reference);

G_END_DECLS
