/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvHeapClassUse:
 * @klass: row of the class
 * @n_objects: number of reachable objects
 * @shallow: shallow size in bytes
 * @native: native size in bytes outside of the heap
 * @retained: retained size in bytes; objects dominated by others of the class are counted once
 * @n_unreachable: number of unreachable objects, which the next collection frees
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
 * @object: row of an object
 * @reference: reference from the previous step's object, or %TV_NONE
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
 * @graph_before: row of the earlier heap
 * @graph: row of the later one
 * @before: earlier values; the class is %TV_NONE if it did not exist
 * @after: later values; the class is %TV_NONE if it does not exist
 *
 * A class in two heaps.
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
