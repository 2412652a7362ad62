/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/id-map.h"

#include <string.h>

/* Insertion and growth of the map; the lookup is inline in the header. Used by all readers. Not thread-safe; each map
 * has one owner. */

/* Maximum number of entries in the direct table. 2^20 entries are 4 MiB, enough for the method indexes of ART. */
#define MAX_DIRECT (1u << 20)

/* Maximum number of direct entries per id, so that a few large ids do not waste megabytes. Indexes below
 * ALWAYS_DIRECT_BELOW are always in the direct table. */
#define MAX_ENTRIES_PER_ID  16
#define ALWAYS_DIRECT_BELOW 1024

void
tv_id_map_init (TvIdMap *self)
{
  tv_id_map_init_for_multiples (self, 0);
}

/**
 * tv_id_map_init_for_multiples:
 * @self: (out): an empty map
 * @direct_shift: binary logarithm of the power of two, less than 32
 *
 * Initializes a map whose ids are mostly multiples of a power of two. Other ids may be added, too.
 */
void
tv_id_map_init_for_multiples (TvIdMap *self, guint direct_shift)
{
  memset (self, 0, sizeof *self);
  self->direct_shift = direct_shift;
  self->hash_multiplier = (guint64) g_random_int () << 32 | g_random_int () | 1;
}

void
tv_id_map_clear (TvIdMap *self)
{
  g_free (self->direct);
  g_free (self->slots);
  tv_id_map_init_for_multiples (self, self->direct_shift);
}

static void
allocate_slots (TvIdMap *self, guint32 n_slots)
{
  self->slots = g_new (TvIdMapSlot, n_slots);
  for (guint32 i = 0; i < n_slots; i++)
    self->slots[i].row = TV_NONE;
  self->n_slots = n_slots;
  self->hash_shift = 64 - (guint) g_bit_nth_msf (n_slots, -1);
}

static void
grow_slots (TvIdMap *self)
{
  g_autofree TvIdMapSlot *old = self->slots;
  guint32 n_old = self->n_slots;

  allocate_slots (self, MAX (n_old * 2, 64));
  for (guint32 i = 0; i < n_old; i++)
    if (old[i].row != TV_NONE)
      self->slots[tv_id_map_find_slot (self, old[i].id)] = old[i];
}

/* Enlarges the direct table. Copies the ids that now have a direct entry from their slots, which are not used again. */
static void
grow_direct (TvIdMap *self, guint64 index)
{
  guint32 n = MAX (self->n_direct, 256);

  while (n <= index)
    n *= 2;
  self->direct = g_renew (guint32, self->direct, n);
  memset (self->direct + self->n_direct, 0xff, (n - self->n_direct) * sizeof *self->direct);
  self->n_direct = n;
  for (guint32 i = 0; i < self->n_slots; i++)
    {
      const TvIdMapSlot *slot = &self->slots[i];
      guint64 direct = slot->row != TV_NONE ? tv_id_map_get_direct (self, slot->id) : n;

      if (direct < n && self->direct[direct] == TV_NONE)
        self->direct[direct] = slot->row;
    }
}

static gboolean
fits_direct (const TvIdMap *self, guint64 index)
{
  return index < self->n_direct || index < ALWAYS_DIRECT_BELOW ||
         (index < MAX_DIRECT && index < (guint64) self->n_ids * MAX_ENTRIES_PER_ID);
}

/**
 * tv_id_map_set:
 * @id: an id from the file
 * @row: row of the id; must not be %TV_NONE
 *
 * Adds an id, or replaces its row.
 */
void
tv_id_map_set (TvIdMap *self, guint64 id, guint32 row)
{
  guint64 direct = tv_id_map_get_direct (self, id);
  guint32 slot;

  g_return_if_fail (row != TV_NONE);
  self->n_ids += tv_id_map_find (self, id) == TV_NONE;
  if (fits_direct (self, direct))
    {
      if (direct >= self->n_direct)
        grow_direct (self, direct);
      self->direct[direct] = row;
      return;
    }
  if ((self->n_used + 1) * (guint64) 2 > self->n_slots)
    grow_slots (self);
  slot = tv_id_map_find_slot (self, id);
  if (self->slots[slot].row == TV_NONE)
    self->n_used++;
  self->slots[slot] = (TvIdMapSlot){ id, row };
}
