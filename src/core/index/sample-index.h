/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* An index for the minimum and maximum of any range of values, such as a counter's samples. It stores the minimum and
 * maximum of blocks of 64 values, and of blocks of 64 such blocks. NaNs are ignored. Immutable. */
typedef struct _TvSampleIndex TvSampleIndex;

TvSampleIndex *tv_sample_index_new  (const double        *values,
                                     guint32              n);
void           tv_sample_index_free (TvSampleIndex       *self);
gsize          tv_sample_index_get_bytes (const TvSampleIndex *self);
void           tv_sample_index_find (const TvSampleIndex *self,
                                     guint32              first,
                                     guint32              end,
                                     double              *min,
                                     double              *max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSampleIndex, tv_sample_index_free)

G_END_DECLS
