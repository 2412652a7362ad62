/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/id-column.h"

#include <string.h>

#include "core/memory/large-block.h"

/* Allocates and widens id columns; the access functions for hot loops are inline in the header. Called by the builder
 * for the columns of events and scheduling. */

/* Returns the number of bytes per row for ids below @n_ids and TV_NONE. */
static guint8
get_width (guint32 n_ids)
{
  if (n_ids <= G_MAXUINT8)
    return 1;
  return n_ids <= G_MAXUINT16 ? 2 : 4;
}

/* Returns the size of all ids in bytes. Never returns 0, so that a column without rows differs from a missing
 * column. */
static gsize
get_bytes (const TvIdColumn *self, guint32 n_rows)
{
  return ((gsize) n_rows + 1) * self->width;
}

/**
 * tv_id_column_init:
 * @self: (out caller-allocates): a column
 * @n_rows: number of rows
 * @n_ids: upper bound of the ids, exclusive
 *
 * Allocates a column, whose rows the caller must set.
 */
void
tv_id_column_init (TvIdColumn *self, guint32 n_rows, guint32 n_ids)
{
  self->width = get_width (n_ids);
  self->ids = tv_large_block_new (get_bytes (self, n_rows));
}

/* Narrows ids in place. No id is overwritten before it is read. */
static void
narrow (TvIdColumn *self, guint32 n_rows)
{
  char *bytes = self->ids;

  for (guint32 row = 0; row < n_rows; row++)
    {
      guint32 id;

      memcpy (&id, bytes + (gsize) row * sizeof id, sizeof id);
      if (self->width == 1)
        bytes[row] = (char) (guint8) id;
      else
        memcpy (bytes + (gsize) row * sizeof (guint16), &(guint16){ (guint16) id },
                sizeof (guint16));
    }
}

/**
 * tv_id_column_init_take:
 * @self: (out caller-allocates): a column
 * @ids: (transfer full) (array length=n_rows): ids in a block from tv_large_block_resize()
 * @n_rows: number of rows, at least 1
 *
 * Initializes a column with existing ids. Narrows the ids in place, and frees the rest of the block.
 */
void
tv_id_column_init_take (TvIdColumn *self, guint32 *ids, guint32 n_rows)
{
  guint32 n_ids = 0;

  for (guint32 row = 0; row < n_rows; row++)
    n_ids = MAX (n_ids, ids[row] + 1);
  *self = (TvIdColumn){ ids, get_width (n_ids) };
  if (self->width < sizeof *ids)
    narrow (self, n_rows);
  self->ids = tv_large_block_resize (self->ids, get_bytes (self, n_rows));
}

void
tv_id_column_clear (TvIdColumn *self)
{
  g_clear_pointer (&self->ids, g_free);
}

/**
 * tv_id_column_set_any:
 * @n_rows: number of rows in the column
 * @id: an id or %TV_NONE
 *
 * Sets an id like tv_id_column_set(). Widens the column if the id does not fit.
 */
void
tv_id_column_set_any (TvIdColumn *self, guint32 n_rows, guint32 row, guint32 id)
{
  if (id != TV_NONE && get_width (id + 1) > self->width)
    {
      TvIdColumn wide;

      tv_id_column_init (&wide, n_rows, id + 1);
      for (guint32 i = 0; i < n_rows; i++)
        tv_id_column_set (&wide, i, tv_id_column_get (self, i));
      tv_id_column_clear (self);
      *self = wide;
    }
  tv_id_column_set (self, row, id);
}
