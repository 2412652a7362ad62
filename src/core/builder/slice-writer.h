/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/* A slice writer adds slices to tracks of a builder. Several writers may work at the same time, each on its own
 * thread and with its own tracks; nothing else may change the builder until they are joined. The trace does not
 * depend on which writer handles a track, as long as the track's records are added in file order.
 *
 *     n writers from tv_trace_builder_add_writer ()
 *     tv_parallel_run ():  tv_slice_writer_begin (), tv_slice_writer_end () …
 *                          or, for many records at once, tv_slice_burst_begin () …
 *     tv_trace_builder_join_writers () */
typedef struct _TvSliceWriter TvSliceWriter;

TvSliceWriter *tv_trace_builder_add_writer   (TvTraceBuilder *self);
void           tv_trace_builder_join_writers (TvTraceBuilder *self);

gboolean       tv_slice_writer_begin         (TvSliceWriter  *self,
                                              guint32         track,
                                              guint32         symbol,
                                              gint64          ts,
                                              gint64          cpu_ts,
                                              gint64          where);
void           tv_slice_writer_end           (TvSliceWriter  *self,
                                              guint32         track,
                                              guint32         symbol,
                                              gint64          ts,
                                              gint64          cpu_ts,
                                              TvSliceFlags    flags,
                                              gint64          where);
void           tv_slice_writer_end_open      (TvSliceWriter  *self,
                                              guint32         track,
                                              guint32         n,
                                              gint64          ts,
                                              gint64          where);
void           tv_slice_writer_count_problem (TvSliceWriter  *self,
                                              TvProblemKind   kind,
                                              gint64          where);

G_END_DECLS
