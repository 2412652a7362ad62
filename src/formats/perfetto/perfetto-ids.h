/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvPerfettoIds:
 *
 * A map from ids to rows, for many small maps. Writers number interned data from 1, so most ids are indices of an
 * array. An empty map is all zeros.
 */
typedef struct
{
  /* Private. */
  GArray *dense;      /* guint32 by id, or NULL */
  GHashTable *sparse; /* other ids, or NULL */
} TvPerfettoIds;

void    tv_perfetto_ids_clear (TvPerfettoIds       *self);
void    tv_perfetto_ids_set   (TvPerfettoIds       *self,
                               guint64              id,
                               guint32              row);
guint32 tv_perfetto_ids_find  (const TvPerfettoIds *self,
                               guint64              id);

G_END_DECLS
