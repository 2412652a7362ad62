/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-walk.h"

G_BEGIN_DECLS

/**
 * TvPerfettoFragments:
 * @first: a file, or the first fragment of a recording
 * @base_offsets: per file, its offset in the builder's concatenated input
 *
 * The files that contain the fragments of one recording; usually a single file.
 */
typedef struct
{
  const TvTimedInput *first;
  GArray *base_offsets; /* guint64 */
} TvPerfettoFragments;

void     tv_perfetto_fragments_init  (TvPerfettoFragments       *self,
                                  const TvTimedInput    *first,
                                  TvTraceBuilder        *builder);
void     tv_perfetto_fragments_clear (TvPerfettoFragments       *self);
gboolean tv_perfetto_fragments_walk  (const TvPerfettoFragments *self,
                                  const TvPerfettoWalk  *how,
                                  TvTraceBuilder        *reports,
                                  GError               **error);

gboolean tv_perfetto_join        (TvTimedInput *const   *inputs,
                                  guint                  n,
                                  const TvReadContext   *context,
                                  GError               **error);

G_END_DECLS
