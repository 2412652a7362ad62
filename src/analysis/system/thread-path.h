/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-scale.h"
#include "analysis/system/critical-path.h"

G_BEGIN_DECLS

/**
 * TvPathSegment:
 * @row: thread, state and time of the segment; @row.slice is the slice with the longest row, @row.state the first
 *   state
 * @slice_ns: duration of the row of @row.slice in ns; 0 without a slice
 *
 * Consecutive rows of a critical path with the same thread and kind of state, joined.
 */
typedef struct
{
  TvPathRow row;
  gint64 slice_ns;
} TvPathSegment;

/**
 * TvPathSpan:
 * @segment: longest segment in these columns
 * @first: first column
 * @end: end of the columns, exclusive
 *
 * Adjacent columns that show the same segment.
 */
typedef struct
{
  guint32 segment;
  guint32 first;
  guint32 end;
} TvPathSpan;

/**
 * TvThreadPath:
 * @utid: thread of the path
 * @from_ns: start of the range in ns
 * @to_ns: end of the range in ns
 * @segments: (element-type TvPathSegment): segments, sorted by time; they add up to the range
 *
 * The critical path of one thread in a range, prepared for drawing. Immutable.
 *
 *   rows       [201 R ][201 R, work][201 R ][301 io ][101 R ]
 *   segments   [201 R, work                ][301 io ][101 R ]
 */
typedef struct
{
  guint32 utid;
  gint64 from_ns;
  gint64 to_ns;
  GArray *segments;
  guint32 *longest; /* index of the longest segment per block */
} TvThreadPath;

TvThreadPath *tv_thread_path_new        (TvTrace             *trace,
                                         guint32              utid,
                                         gint64               from_ns,
                                         gint64               to_ns,
                                         GCancellable        *cancellable,
                                         GError             **error);
void          tv_thread_path_free       (TvThreadPath        *self);
const TvPathSegment *tv_thread_path_get (const TvThreadPath  *self,
                                         guint32              segment);
guint32       tv_thread_path_find_in_column (const TvThreadPath *self,
                                         const TvTimeScale   *scale,
                                         guint32              column);
void          tv_thread_path_find_spans (const TvThreadPath  *self,
                                         const TvTimeScale   *scale,
                                         GArray              *spans);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvThreadPath, tv_thread_path_free)

G_END_DECLS
