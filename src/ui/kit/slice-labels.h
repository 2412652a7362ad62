/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* The noun for a slice in menus and buttons: "call" in a method trace, "span" of a process, "run" on a CPU, "state"
 * of a thread, and others; otherwise "slice". */

const char *tv_slice_labels_get_name     (TvTrace *trace,
                                         guint32  slice);
const char *tv_slice_labels_get_parent   (TvTrace *trace,
                                         guint32  slice);
const char *tv_slice_labels_get_share    (TvTrace *trace,
                                         guint32  slice);
char       *tv_slice_labels_dup_around   (TvTrace *trace,
                                         guint32  slice,
                                         guint    n);
const char *tv_slice_labels_get_missing  (TvTrace *trace,
                                         guint32  slice);
const char *tv_slice_labels_get_zoom     (TvTrace *trace,
                                         guint32  slice);
char       *tv_slice_labels_dup_select   (TvTrace *trace,
                                         guint32  slice,
                                         guint    n);
char       *tv_slice_labels_dup_selected (TvTrace *trace,
                                         guint32  slice,
                                         guint    n);
char       *tv_slice_labels_dup_n        (TvTrace *trace,
                                         guint32  slice,
                                         guint    n);
char       *tv_slice_labels_dup_counted  (TvTrace *trace,
                                         guint32  slice,
                                         guint    counted,
                                         guint    n);
char       *tv_slice_labels_dup_position    (TvTrace *trace,
                                         guint32  slice,
                                         guint    position,
                                         guint    n);
const char *tv_slice_labels_get_step     (TvTrace *trace,
                                         guint32  slice,
                                         int      direction);

G_END_DECLS
