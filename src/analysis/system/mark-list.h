/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Lists the marks whose names a classifier recognizes. One pass over the trace; each name is classified only once. */

/**
 * TvMark:
 * @slice: slice of the mark
 * @utid: thread of the slice, or %TV_NONE for async slices of processes
 * @upid: process of the slice, or %TV_NONE
 * @kind: result of the classifier; not 0
 * @is_main: whether the thread is the main thread of its process
 * @ts: start in ns
 * @end: end in ns; end of the trace for an open slice
 * @name: name of the slice; owned by the trace
 *
 * A mark whose name the classifier recognizes.
 */
typedef struct
{
  guint32 slice;
  guint32 utid;
  guint32 upid;
  guint kind;
  gboolean is_main;
  gint64 ts;
  gint64 end;
  const char *name;
} TvMark;

/* Returns the kind of a name, or 0 if the name is not recognized. */
typedef guint (*TvMarkClassifier) (const char *name);

GArray     *tv_mark_list_new      (TvTrace          *trace,
                                   TvMarkClassifier  classify,
                                   GCancellable     *cancellable,
                                   GError          **error);
gboolean    tv_mark_list_has_name (TvTrace          *trace,
                                   TvMarkClassifier  classify);
guint       tv_mark_list_find     (const GArray     *marks,
                                   gint64            ts);
gboolean    tv_mark_is_unfinished (TvTrace          *trace,
                                   const TvMark     *mark);
const char *tv_slice_get_name     (TvTrace          *trace,
                                   guint32           slice);

G_END_DECLS
