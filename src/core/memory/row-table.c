/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/row-table.h"

#include <string.h>

#include "core/memory/large-block.h"

/* Insertion and growth of the table; lookups are inline in the header. Used by the builder, by string pools and by
 * readers. Hashes should be seeded with tv_row_table_seed(), because keys come from files. */

#define FIRST_SLOTS 64

void
tv_row_table_clear (TvRowTable *self)
{
  g_free (self->slots);
  memset (self, 0, sizeof *self);
}

/**
 * tv_row_table_empty:
 *
 * Removes all rows, but keeps the allocated memory.
 */
void
tv_row_table_empty (TvRowTable *self)
{
  if (self->n_used > 0)
    memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  self->n_used = 0;
}

static void
put (TvRowTable *self, TvRowSlot entry)
{
  guint32 mask = self->n_slots - 1, slot = entry.hash & mask;

  while (self->slots[slot].row != TV_NONE)
    slot = (slot + 1) & mask;
  self->slots[slot] = entry;
}

static void
grow (TvRowTable *self)
{
  g_autofree TvRowSlot *old = self->slots;
  guint32 n_old = self->n_slots;

  self->n_slots = MAX (n_old * 2, FIRST_SLOTS);
  self->slots = tv_large_block_new (self->n_slots * sizeof *self->slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  for (guint32 i = 0; i < n_old; i++)
    if (old[i].row != TV_NONE)
      put (self, old[i]);
}

/**
 * tv_row_table_add:
 * @hash: hash of the row's key
 * @row: a row that is not in the table; must not be %TV_NONE
 *
 * Adds a row.
 */
void
tv_row_table_add (TvRowTable *self, guint32 hash, guint32 row)
{
  if ((self->n_used + 1) * (guint64) 2 > self->n_slots)
    grow (self);
  put (self, (TvRowSlot){ row, hash });
  self->n_used++;
}

/**
 * tv_row_table_replace:
 * @hash: hash of the key, which both rows have
 * @old_row: a row in the table
 * @row: the new row
 *
 * Replaces a row by another one with the same key.
 */
void
tv_row_table_replace (TvRowTable *self, guint32 hash, guint32 old_row, guint32 row)
{
  guint32 mask = self->n_slots - 1;

  for (guint32 slot = hash & mask; self->slots[slot].row != TV_NONE; slot = (slot + 1) & mask)
    if (self->slots[slot].row == old_row)
      {
        self->slots[slot].row = row;
        return;
      }
  g_assert_not_reached ();
}

/**
 * tv_row_table_seed:
 *
 * Returns: a random seed for hashes of data from files, so that no crafted file can make all of them collide
 */
guint64
tv_row_table_seed (void)
{
  return (guint64) g_random_int () << 32 | g_random_int ();
}
