/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-tree.h"

G_BEGIN_DECLS

/* The calls of a thread in chronological order, as shown in a call tree: omitted calls are missing, and merged calls
 * are part of their callers. For example, if draw is merged:
 *
 *   calls      main ▸ draw ▸ measure
 *   emitted    open main, open measure, close measure, close main */
typedef struct _TvCallWalk TvCallWalk;

/**
 * TvCallWalkFuncs:
 * @open: called when a call begins, after its callers were opened
 * @close: called when the innermost open call ends
 *
 * Callbacks of a walk. @node belongs to the tree; @slice is the slice that begins or continues the call. Timestamps
 * never decrease.
 */
typedef struct
{
  void (*open) (gpointer data, guint32 node, guint32 slice, gint64 ts_ns);
  void (*close) (gpointer data, guint32 node, gint64 ts_ns);
} TvCallWalkFuncs;

TvCallWalk *tv_call_walk_new         (TvCallTree             *tree,
                                      GCancellable           *cancellable,
                                      GError                **error);
void        tv_call_walk_free        (TvCallWalk             *self);
guint32     tv_call_walk_find_node   (TvCallWalk             *self,
                                      guint32                 utid,
                                      guint32                 site);
gboolean    tv_call_walk_run         (TvCallWalk             *self,
                                      guint32                 track,
                                      TvClock                 clock,
                                      const TvCallWalkFuncs  *funcs,
                                      gpointer                data,
                                      GCancellable           *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallWalk, tv_call_walk_free)

G_END_DECLS
