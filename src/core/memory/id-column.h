/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvIdColumn:
 * @ids: ids by row; %NULL for an empty column
 * @width: number of bytes per row: 1, 2 or 4
 *
 * A column of row ids. Most traces have few CPUs, threads and payloads, so 8 or 16 bits are sufficient. %TV_NONE is
 * stored as the greatest number of the column's width.
 */
typedef struct
{
  gpointer ids;
  guint8 width;
} TvIdColumn;

void  tv_id_column_init      (TvIdColumn       *self,
                              guint32           n_rows,
                              guint32           n_ids);
void  tv_id_column_init_take (TvIdColumn       *self,
                              guint32          *ids,
                              guint32           n_rows);
void  tv_id_column_clear     (TvIdColumn       *self);
void  tv_id_column_set_any   (TvIdColumn       *self,
                              guint32           n_rows,
                              guint32           row,
                              guint32           id);

static inline guint32
tv_id_column_get (const TvIdColumn *self, guint32 row)
{
  if (self->width == 1)
    {
      guint8 id = ((const guint8 *) self->ids)[row];

      return id != G_MAXUINT8 ? id : TV_NONE;
    }
  if (self->width == 2)
    {
      guint16 id = ((const guint16 *) self->ids)[row];

      return id != G_MAXUINT16 ? id : TV_NONE;
    }
  return ((const guint32 *) self->ids)[row];
}

/* Sets an id, which must fit in the width of the column, or TV_NONE. */
static inline void
tv_id_column_set (const TvIdColumn *self, guint32 row, guint32 id)
{
  if (self->width == 1)
    ((guint8 *) self->ids)[row] = (guint8) id;
  else if (self->width == 2)
    ((guint16 *) self->ids)[row] = (guint16) id;
  else
    ((guint32 *) self->ids)[row] = id;
}

G_END_DECLS
