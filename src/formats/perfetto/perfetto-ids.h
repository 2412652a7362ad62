/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvPerfettoIds:
 *
 * A compact map from ids to rows. Writers number interned data from 1, so most ids are array indexes. A
 * zero-initialized map is empty.
 */
typedef struct
{
  /* Private. */
  GArray *dense;      /* (nullable) guint32: row per id */
  GHashTable *sparse; /* (nullable) guint64 → row, for ids that are not in @dense */
} TvPerfettoIds;

void    tv_perfetto_ids_clear (TvPerfettoIds       *self);
void    tv_perfetto_ids_set   (TvPerfettoIds       *self,
                               guint64              id,
                               guint32              row);
guint32 tv_perfetto_ids_find  (const TvPerfettoIds *self,
                               guint64              id);

G_END_DECLS
