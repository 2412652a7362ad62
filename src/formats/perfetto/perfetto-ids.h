/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvPerfettoIds:
 *
 * A map from ids to rows, of which there are many with few ids each: writers number what they intern from 1
 * on, so ids are mostly places in a list. All zeros is an empty map.
 */
typedef struct
{
  /* Private. */
  GArray *dense;      /* guint32 by id, or NULL */
  GHashTable *sparse; /* of all other ids, or NULL */
} TvPerfettoIds;

void    tv_perfetto_ids_clear (TvPerfettoIds       *self);
void    tv_perfetto_ids_set   (TvPerfettoIds       *self,
                               guint64              id,
                               guint32              row);
guint32 tv_perfetto_ids_find  (const TvPerfettoIds *self,
                               guint64              id);

G_END_DECLS
