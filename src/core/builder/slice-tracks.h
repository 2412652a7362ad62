/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"
#include "core/builder/problem-list.h"
#include "core/builder/slice-writer.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_slices;

/* Tracks and their slices, for the other parts of the builder. Times are in ticks from the builder's base. */

/* Description of a track. Other parts of the builder may change it until finishing. */
typedef struct
{
  TvTrackKind kind;
  TvTrackRole role;
  guint32 utid;
  guint32 upid;
  guint32 cpu;
  guint32 machine; /* machine of the track; used if the track has no thread, process or CPU */
  guint32 name;
  guint32 parent;
  guint32 layer;
  gint64 uncertainty_ns;
} TvTrackInfo;

guint32        tv_trace_builder_add_track          (TvTraceBuilder *self,
                                                    TvTrackKind     kind,
                                                    TvTrackRole     role);
guint          tv_trace_builder_get_n_tracks       (const TvTraceBuilder *self);
TvTrackInfo   *tv_trace_builder_get_track_info     (const TvTraceBuilder *self,
                                                    guint32         track);
void           tv_trace_builder_raise_uncertainty  (TvTraceBuilder *self,
                                                    guint32         track,
                                                    gint64          uncertainty_ns);
gboolean       tv_trace_builder_track_has_cpu      (const TvTraceBuilder *self,
                                                    guint32         track);
gboolean       tv_trace_builder_has_records        (const TvTraceBuilder *self);
gboolean       tv_trace_builder_has_slices         (const TvTraceBuilder *self);
TvSliceWriter *tv_trace_builder_get_writer         (TvTraceBuilder *self);

/* Change the last slice of a track. */

void           tv_trace_builder_set_last_args      (TvTraceBuilder *self,
                                                    guint32         track,
                                                    guint32         arg_set);
void           tv_trace_builder_add_last_flags     (TvTraceBuilder *self,
                                                    guint32         track,
                                                    TvSliceFlags    flags);

/* Functions for slices by handle, and for open slices. */

typedef struct
{
  guint64 slice; /* handle, see tv_trace_builder_get_last_slice() */
  guint32 symbol;
} TvOpenSlice;

guint32        tv_trace_builder_get_slice_args     (const TvTraceBuilder *self,
                                                    guint64         slice);
void           tv_trace_builder_set_slice_args     (TvTraceBuilder *self,
                                                    guint64         slice,
                                                    guint32         arg_set);
gboolean       tv_trace_builder_peek_open          (const TvTraceBuilder *self,
                                                    guint32         track,
                                                    guint32         above,
                                                    TvOpenSlice    *open);
guint32        tv_trace_builder_get_open_args      (const TvTraceBuilder *self,
                                                    guint32         track,
                                                    guint32         above);
void           tv_trace_builder_close_slice        (TvTraceBuilder *self,
                                                    guint32         track,
                                                    gint64          end,
                                                    TvSliceFlags    flags);
void           tv_trace_builder_cut_slices         (TvTraceBuilder *self,
                                                    guint32         track,
                                                    gint64          end);
void           tv_trace_builder_set_open_counted   (TvTraceBuilder *self,
                                                    guint32         track);

/* Flat tracks, whose slices do not nest. Each slice has one additional number, the detail. A separate writer may fill
 * flat tracks on another thread, until tv_trace_builder_append_tracks() appends them to the builder's tracks. */

/* A slice of a flat track. */
typedef struct
{
  struct _TvSliceChunk *chunk; /* (nullable): NULL if the track has no slice */
  guint32 row;
} TvFlatSlice;

TvSliceWriter *tv_slice_writer_new_with_tracks     (const TvTraceBuilder *builder,
                                                    TvProblemList  *problems);
void           tv_slice_writer_free                (TvSliceWriter  *self);
guint          tv_slice_writer_get_n_tracks        (const TvSliceWriter *self);
guint32        tv_slice_writer_add_flat_track      (TvSliceWriter  *self,
                                                    TvTrackKind     kind,
                                                    TvTrackRole     role,
                                                    guint32         utid,
                                                    guint32         cpu);
gboolean       tv_slice_writer_begin_flat          (TvSliceWriter  *self,
                                                    guint32         track,
                                                    guint32         symbol,
                                                    guint32         detail,
                                                    gint64          ts,
                                                    gint64          where);
void           tv_slice_writer_end_flat            (TvSliceWriter  *self,
                                                    guint32         track,
                                                    gint64          ts);
gboolean       tv_slice_writer_follow_flat         (TvSliceWriter  *self,
                                                    guint32         track,
                                                    guint32         symbol,
                                                    guint32         detail,
                                                    gint64          ts);
TvFlatSlice    tv_slice_writer_get_last_flat       (const TvSliceWriter *self,
                                                    guint32         track);
void           tv_slice_writer_cut                 (TvSliceWriter  *self,
                                                    guint32         track,
                                                    gint64          end);
void           tv_slice_writer_lose_end            (TvSliceWriter  *self,
                                                    guint32         track);
gint64         tv_slice_writer_get_last_time       (const TvSliceWriter *self,
                                                    guint32         track);
guint32        tv_slice_writer_get_n_slices        (const TvSliceWriter *self,
                                                    guint32         track);
guint32        tv_flat_slice_get_symbol            (TvFlatSlice     self);
void           tv_flat_slice_set_symbol            (TvFlatSlice     self,
                                                    guint32         symbol);
guint32        tv_flat_slice_get_detail             (TvFlatSlice     self);
void           tv_flat_slice_set_detail             (TvFlatSlice     self,
                                                    guint32         detail);
void           tv_trace_builder_append_tracks      (TvTraceBuilder *self,
                                                    TvSliceWriter  *writer);
gboolean       tv_trace_builder_is_flat            (const TvTraceBuilder *self,
                                                    guint32         track);
guint32        tv_trace_builder_get_track_length   (const TvTraceBuilder *self,
                                                    guint32         track);

/* Stages of finishing, in this order: check that all sizes fit in 32-bit row numbers; end open slices; build columns
 * from the tracks; compute the CPU times of slices from the states of their threads. */

gboolean       tv_trace_builder_check_size         (TvTraceBuilder *self,
                                                    GCancellable   *cancellable,
                                                    GError        **error);
void           tv_trace_builder_close_open_calls   (TvTraceBuilder *self);
gboolean       tv_trace_builder_lay_out_slices     (TvTraceBuilder *self,
                                                    GCancellable   *cancellable,
                                                    GError        **error);
void           tv_trace_builder_measure_cpu        (TvTraceBuilder *self);

/* Removes all gaps, for a trace without CPU times. Called before columns are built. */
void           tv_trace_builder_drop_gaps          (TvTraceBuilder *self);

/* Gets the range of rows from the first to the last flat track. The range also contains the few other tracks in
 * between. Slices must be laid out. */
void           tv_trace_builder_find_flat_rows     (const TvTraceBuilder *self,
                                                    guint32        *first,
                                                    guint32        *n);

G_END_DECLS
