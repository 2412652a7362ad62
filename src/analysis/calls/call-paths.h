/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/calls/call-trie.h"
#include "analysis/samples/frame-source.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* All distinct call stacks of a trace, for calls and samples alike:
 *
 *   slices   main ▸ draw ▸ measure        path 0  everything
 *            main ▸ draw ▸ measure             1  main
 *            main ▸ load                       2  main ▸ draw
 *   samples  main ▸ load (10 times)            3  main ▸ load
 *                                              4  main ▸ draw ▸ measure
 *
 * Paths are numbered level by level, with siblings adjacent. Traversals up or down therefore access memory
 * sequentially, and the call tree of a selection has the same order.
 *
 * A trace has few paths compared to slices or samples, and they do not depend on the selection. Therefore an analysis
 * adds up values per path in one pass, and tests conditions on stacks once per path.
 *
 * Immutable, so any thread may read them. */
typedef struct _TvCallPaths TvCallPaths;

/* Source of call paths for the slices of threads; any other source is a kind of samples (an index in TvStacks.kinds) */
#define TV_CALLS_OF_SLICES TV_NONE

/* Root of all paths, which always exists. It is the only path without a parent. */
#define TV_CALL_PATH_ROOT 0u

TvCallPaths *
tv_call_paths_new (TvTrace *trace, guint32 source, GCancellable *cancellable, GError **error);
TvCallPaths *tv_call_paths_ref (TvCallPaths *self);
void tv_call_paths_unref (TvCallPaths *self);

TvTrace *tv_call_paths_get_trace (const TvCallPaths *self);
guint32 tv_call_paths_get_source (const TvCallPaths *self);
const TvCallPath *tv_call_paths_get (const TvCallPaths *self, guint32 *n);
guint32 tv_call_paths_get_of_slice (const TvCallPaths *self, guint32 slice);
const TvKindRows *tv_call_paths_get_rows (const TvCallPaths *self);
guint32 tv_call_paths_get_of_sample (const TvCallPaths *self, guint32 sample);
TvFrameKind tv_call_paths_get_kind (const TvCallPaths *self, TvCallName name);
const TvSourceLocation *tv_call_paths_get_source_location (const TvCallPaths *self, TvCallName name);
const guint32 *tv_call_paths_get_of_slices (const TvCallPaths *self);
gpointer tv_call_paths_get_cached (TvCallPaths *self);
gpointer tv_call_paths_cache (TvCallPaths *self, gpointer cached, GDestroyNotify free_cached);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallPaths, tv_call_paths_unref)

G_END_DECLS
