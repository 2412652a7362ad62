/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/selection.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvGcKind:
 *
 * Cause and extent of a garbage collection, classified by name as in Perfetto.
 */
typedef enum
{
  TV_GC_NATIVE_ALLOC,
  TV_GC_ALLOC,
  TV_GC_YOUNG,
  TV_GC_COLLECTOR_TRANSITION,
  TV_GC_EXPLICIT,
  TV_GC_FULL,
  TV_N_GC_KINDS,
} TvGcKind;

/**
 * TvGcEvent:
 * @slice: slice of the collection
 * @utid: collecting thread
 * @upid: process of the thread, or %TV_NONE
 * @kind: kind of the collection
 * @is_mark_compact: whether the collection compacts the heap, for which there is a separate slice
 * @ts: start in ns
 * @dur: duration in ns, including the compaction; -1 if the collection did not end
 * @end: end of the last slice in ns; end of the trace if the collection did not end
 * @running_ns: time in ns that the collecting thread ran; -1 if not recorded
 * @main_wait_ns: time in ns during the collection in which the process's main thread waited for a garbage collection
 *
 * A garbage collection of Android's runtime.
 */
typedef struct
{
  guint32 slice;
  guint32 utid;
  guint32 upid;
  TvGcKind kind;
  gboolean is_mark_compact;
  gint64 ts;
  gint64 dur;
  gint64 end;
  gint64 running_ns;
  gint64 main_wait_ns;
} TvGcEvent;

GArray     *tv_gc_events_new         (TvTrace            *trace,
                                      const TvSelection  *selection,
                                      GCancellable       *cancellable,
                                      GError            **error);
const char *tv_gc_kind_get_name      (TvGcKind            kind);

G_END_DECLS
