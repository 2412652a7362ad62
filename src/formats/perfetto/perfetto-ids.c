/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/perfetto/perfetto-ids.h"

#include "core/memory/seeded-hash.h"

/* Stores small ids in an array, and ids beyond a gap of MAX_HOLE in a hash table. Used for the interned data of
 * sequences and stacks. Changes only @self. */

#define MAX_HOLE 64 /* maximum number of unused array elements before an id */

/* Removes all ids. */
void
tv_perfetto_ids_clear (TvPerfettoIds *self)
{
  g_clear_pointer (&self->dense, g_array_unref);
  g_clear_pointer (&self->sparse, g_hash_table_unref);
}

void
tv_perfetto_ids_set (TvPerfettoIds *self, guint64 id, guint32 row)
{
  guint32 none = TV_NONE;

  if (self->dense == NULL)
    self->dense = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (id <= (guint64) self->dense->len + MAX_HOLE)
    {
      while (self->dense->len <= id)
        g_array_append_val (self->dense, none);
      g_array_index (self->dense, guint32, id) = row;
      return;
    }
  if (self->sparse == NULL)
    self->sparse = g_hash_table_new_full (tv_seeded_int64_hash, g_int64_equal, g_free, NULL);
  g_hash_table_replace (self->sparse, g_memdup2 (&id, sizeof id), GUINT_TO_POINTER (row));
}

/* Returns the row of the id; TV_NONE if the map lacks the id. */
guint32
tv_perfetto_ids_find (const TvPerfettoIds *self, guint64 id)
{
  gpointer row;

  if (self->dense != NULL && id < self->dense->len &&
      g_array_index (self->dense, guint32, id) != TV_NONE)
    return g_array_index (self->dense, guint32, id);
  if (self->sparse != NULL && g_hash_table_lookup_extended (self->sparse, &id, NULL, &row))
    return GPOINTER_TO_UINT (row);
  return TV_NONE;
}
