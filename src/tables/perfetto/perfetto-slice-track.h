/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-marks.h"
#include "tables/perfetto/perfetto-track.h"

G_BEGIN_DECLS

/* Perfetto's types, names and dimensions of tracks of slices. */

/**
 * TvPerfettoSliceTable:
 * @TV_PERFETTO_SLICE_TABLE_NONE: neither table; the slices are rows of other tables, such as runs
 * @TV_PERFETTO_SLICE_TABLE_PUBLIC: "slice"
 * @TV_PERFETTO_SLICE_TABLE_KERNEL: "kernel_slice": kernel activity that trace processor does not decode
 *
 * Table that contains the slices of a track.
 */
typedef enum
{
  TV_PERFETTO_SLICE_TABLE_NONE,
  TV_PERFETTO_SLICE_TABLE_PUBLIC,
  TV_PERFETTO_SLICE_TABLE_KERNEL,
} TvPerfettoSliceTable;

TvPerfettoSliceTable tv_perfetto_slice_track_get_table (TvTrace *trace, const TvTrack *track);
gboolean tv_perfetto_slice_track_is_merged (const TvTrack *track);
TvPerfettoTrack tv_perfetto_slice_track_new (TvTrace *trace,
                                             TvPerfettoModel *model,
                                             TvPerfettoMarks *marks,
                                             guint32 row);

G_END_DECLS
