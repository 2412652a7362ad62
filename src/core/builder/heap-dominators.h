/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/heap-graphs.h"

G_BEGIN_DECLS

/**
 * TvHeapDominators:
 *
 * The columns of #TvHeapGraphs that are computed from references.
 */
typedef struct
{
  guint32 *dominator;
  gint64 *retained;
  guint8 *is_reachable;
} TvHeapDominators;

guint32 *tv_heap_dominators_find (TvHeapDominators   *out,
                                  const TvHeapGraphs *graphs,
                                  guint32             graph,
                                  guint32            *n_reachable,
                                  GCancellable       *cancellable);

G_END_DECLS
