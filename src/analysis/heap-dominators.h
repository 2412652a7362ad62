/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvHeapDominators:
 * @first: row of the first object of the graph
 * @n: how many objects it has
 * @dominator: (array length=n): the object without which it would not be kept, from 0 in the graph; %TV_NONE
 *   of what roots keep in several ways, and of what is not reachable
 * @retained: (array length=n): bytes that would be free without it: its own and those of all that it
 *   dominates, with what goes with them beside the heap; 0 of what is not reachable
 * @order: (array length=n_reachable): the reachable objects, dominators before what they dominate
 * @n_reachable: how many
 *
 * What keeps what in the objects of a heap: an object dominates another if every way from a root to that leads
 * through it. References that are weak are no ways.
 */
typedef struct
{
  guint32 first;
  guint32 n;
  guint32 *dominator;
  gint64 *retained;
  guint32 *order;
  guint32 n_reachable;
} TvHeapDominators;

/**
 * TvHeapClassUse:
 * @klass: row of the class
 * @n_objects: how many of its objects are reachable
 * @shallow: bytes of these alone
 * @native: bytes beside the heap that go with them
 * @retained: bytes that they retain; of those that another of them dominates it is a part of that's
 * @n_unreachable: how many more there are, which the next collection frees
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

TvHeapDominators *tv_heap_dominators_new  (TvTrace                *trace,
                                           guint32                 graph,
                                           GCancellable           *cancellable,
                                           GError                **error);
void              tv_heap_dominators_free (TvHeapDominators       *self);
void              tv_heap_dominators_add_classes (const TvHeapDominators *self,
                                           TvTrace                *trace,
                                           guint32                 graph,
                                           GArray                 *uses);
GArray           *tv_heap_find_root_path  (TvTrace                *trace,
                                           guint32                 graph,
                                           guint32                 object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvHeapDominators, tv_heap_dominators_free)

G_END_DECLS
