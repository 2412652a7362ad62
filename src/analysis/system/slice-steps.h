/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/index/slice-index.h"
#include "core/trace.h"

G_BEGIN_DECLS

/* Navigates between adjacent slices in logarithmic time, with the slice index of the trace. */

guint32 tv_slice_find_next     (TvTrace            *trace,
                                const TvSliceIndex *index,
                                guint32             slice);
guint32 tv_slice_find_previous (TvTrace            *trace,
                                const TvSliceIndex *index,
                                guint32             slice);
guint32 tv_slice_find_callee   (TvTrace            *trace,
                                const TvSliceIndex *index,
                                guint32             slice,
                                gint64              near_ns);
guint32 tv_slice_find_near     (TvTrace            *trace,
                                const TvSliceIndex *index,
                                guint32             track,
                                guint32             depth,
                                gint64              near_ns);

G_END_DECLS
