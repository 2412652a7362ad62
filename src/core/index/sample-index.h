/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* An index for the smallest and largest of any run of a counter's samples: it has those of blocks of 64
 * samples, and of blocks of 64 blocks. Immutable. */
typedef struct _TvSampleIndex TvSampleIndex;

TvSampleIndex *tv_sample_index_new  (const TvSamples     *samples);
void           tv_sample_index_free (TvSampleIndex       *self);
void           tv_sample_index_find (const TvSampleIndex *self,
                                     guint32              first,
                                     guint32              end,
                                     double              *min,
                                     double              *max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSampleIndex, tv_sample_index_free)

G_END_DECLS
