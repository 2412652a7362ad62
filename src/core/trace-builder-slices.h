/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/slices.h"
#include "core/tracks.h"

G_BEGIN_DECLS

/* Adds tracks and the slices on them. */

/* Tracks and symbols. */

guint32  tv_trace_builder_add_symbol       (TvTraceBuilder *self,
                                            const TvSymbol *symbol);
guint32  tv_trace_builder_ensure_track        (TvTraceBuilder *self,
                                            guint32         utid);
guint32  tv_trace_builder_get_mark_track   (TvTraceBuilder *self,
                                            guint32         utid);
guint32  tv_trace_builder_get_extra_track  (TvTraceBuilder *self,
                                            TvTrackKind     kind,
                                            TvTrackRole     role,
                                            guint32         owner,
                                            guint32         name);
guint32  tv_trace_builder_add_extra_track  (TvTraceBuilder *self,
                                            TvTrackKind     kind,
                                            TvTrackRole     role,
                                            guint32         owner,
                                            guint32         name,
                                            guint32         below);
gboolean tv_trace_builder_set_track_parent (TvTraceBuilder *self,
                                            guint32         track,
                                            guint32         parent);
void     tv_trace_builder_reserve          (TvTraceBuilder *self,
                                            const guint32  *n_slices,
                                            gboolean        is_wide);

/* Slices that begin and end in the order of their track, and instants. */

gboolean tv_trace_builder_begin          (TvTraceBuilder *self,
                                          guint32         track,
                                          guint32         symbol,
                                          gint64          ts,
                                          gint64          cpu_ts,
                                          gint64          where);
void     tv_trace_builder_end            (TvTraceBuilder *self,
                                          guint32         track,
                                          guint32         symbol,
                                          gint64          ts,
                                          gint64          cpu_ts,
                                          TvSliceFlags    flags,
                                          gint64          where);
guint32  tv_trace_builder_count_ending  (TvTraceBuilder *self,
                                          guint32         track,
                                          guint32         symbol,
                                          guint32         category,
                                          guint64        *slice);
void     tv_trace_builder_end_open      (TvTraceBuilder *self,
                                          guint32         track,
                                          guint32         n,
                                          gint64          ts,
                                          gint64          where);
gboolean tv_trace_builder_instant        (TvTraceBuilder *self,
                                          guint32         track,
                                          guint32         symbol,
                                          gint64          ts,
                                          gint64          where);
guint64  tv_trace_builder_get_last_slice (TvTraceBuilder *self,
                                          guint32         track);
gboolean tv_trace_builder_get_open_slice (TvTraceBuilder *self,
                                          guint32         track,
                                          guint64        *slice,
                                          guint32        *symbol);
void     tv_trace_builder_end_recording  (TvTraceBuilder *self,
                                          gint64          ts);
gint64   tv_trace_builder_get_slice_start (TvTraceBuilder *self,
                                          guint64         slice);
gint64   tv_trace_builder_get_last_time  (TvTraceBuilder *self,
                                          guint32         track);

/* Complete slices, in any order. */

guint64 tv_trace_builder_add_slice    (TvTraceBuilder *self,
                                       guint32         track,
                                       guint32         symbol,
                                       gint64          ts,
                                       gint64          dur,
                                       gint64          where);
guint64 tv_trace_builder_add_unfinished (TvTraceBuilder *self,
                                       guint32         track,
                                       guint32         symbol,
                                       gint64          ts,
                                       gint64          dur,
                                       gint64          where);
guint64 tv_trace_builder_add_open     (TvTraceBuilder *self,
                                       guint32         track,
                                       guint32         symbol,
                                       gint64          ts,
                                       gint64          dur,
                                       gint64          where);

/* Asynchronous slices, which begin and end on any thread of a process. */

gboolean tv_trace_builder_begin_async   (TvTraceBuilder *self,
                                         guint32         upid,
                                         guint32         track_name,
                                         guint32         symbol,
                                         guint32         key,
                                         gint64          cookie,
                                         gint64          ts,
                                         gint64          where);
gboolean tv_trace_builder_nest_async    (TvTraceBuilder *self,
                                         guint32         upid,
                                         guint32         track_name,
                                         guint32         symbol,
                                         guint32         key,
                                         gint64          cookie,
                                         gint64          ts);
void     tv_trace_builder_end_async     (TvTraceBuilder *self,
                                         guint32         upid,
                                         guint32         key,
                                         gint64          cookie,
                                         gint64          ts,
                                         gint64          where);
gboolean tv_trace_builder_has_async     (TvTraceBuilder *self,
                                         guint32         upid,
                                         guint32         key,
                                         gint64          cookie);
void     tv_trace_builder_require_end   (TvTraceBuilder *self,
                                         gint64          where);
void     tv_trace_builder_instant_async (TvTraceBuilder *self,
                                         guint32         upid,
                                         guint32         track_name,
                                         guint32         symbol,
                                         gint64          ts);

/* Flows between slices. */

void tv_trace_builder_add_flow (TvTraceBuilder *self,
                                guint64         from,
                                guint64         to);
void tv_trace_builder_set_flow_id (TvTraceBuilder *self,
                                guint64         id);

/* Values of thread clocks at slices. */

void tv_trace_builder_add_thread_clock (TvTraceBuilder *self,
                                guint64         slice,
                                TvThreadClock   clock,
                                gint64          value);

G_END_DECLS
