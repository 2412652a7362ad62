/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-paths.h"

G_BEGIN_DECLS

/* Paths while they are found: call-paths.c finds those of slices, call-paths-samples.c those of samples. */

struct _TvCallPaths
{
  gatomicrefcount ref_count;
  TvTrace *trace;
  guint32 source;
  guint32 n;
  TvCallPath *paths;
  guint32 *of_slice;     /* (nullable): by slice, or TV_NONE where it is not called from anything */
  guint32 *of_callsite;  /* (nullable): by TvCallsite of the trace */
  guint32 without_stack; /* the path of samples without a stack, or TV_NONE */
  TvKindRows rows;       /* that samples are among */
  guint8 *kinds;         /* (nullable): TvFrameKind by symbol, of samples */
  TvSymbolPlace *places; /* (nullable): by symbol, of samples */
  gpointer kept;         /* (nullable) (atomic): what others have found of all of them */
  GDestroyNotify free_kept;
};

gboolean tv_call_paths_find_of_samples (TvCallPaths  *self,
                                        GCancellable *cancellable);

G_END_DECLS
