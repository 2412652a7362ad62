/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-paths.h"

G_BEGIN_DECLS

/* State shared by call-paths.c, which finds the call paths of slices, and call-paths-samples.c, which finds those of
 * samples. */

struct _TvCallPaths
{
  gatomicrefcount ref_count;
  TvTrace *trace;
  guint32 source;
  guint32 n;
  TvCallPath *paths;
  guint32 *of_slice;     /* (nullable): path per slice; TV_NONE for slices that are not calls */
  guint32 *of_callsite;  /* (nullable): path per callsite of the trace */
  guint32 without_stack; /* path of samples without a stack, or TV_NONE if there are none */
  TvKindRows rows;       /* rows of the samples; empty for slices */
  guint8 *kinds;         /* (nullable): TvFrameKind per symbol, for samples */
  TvSourceLocation *locations; /* (nullable): source location per symbol, for samples */
  gpointer cached;             /* (nullable) (atomic): see tv_call_paths_cache() */
  GDestroyNotify free_cached;
};

gboolean tv_call_paths_find_of_samples (TvCallPaths  *self,
                                        GCancellable *cancellable);

G_END_DECLS
