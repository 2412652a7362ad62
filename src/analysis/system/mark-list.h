/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Slices whose names have a meaning, found in one pass over the trace. Each name is classified once. */

/**
 * TvMark:
 * @slice: the slice
 * @utid: its thread, or %TV_NONE for spans of processes
 * @upid: its process, or %TV_NONE
 * @kind: result of the classifier, not 0
 * @is_main: whether the thread is the main thread of its process
 * @ts: start
 * @end: end; that of the trace for an open slice
 * @name: name of the slice; owned by the trace
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

/* Returns: the kind of a name, or 0 for other names */
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
