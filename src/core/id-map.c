/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/id-map.h"

#include <string.h>

/* 2^20 entries are 4 MB: enough for the method indices that ART hands out, and still small
 * beside any trace that has so many. */
#define MAX_DIRECT (1u << 20)

void
tv_id_map_init (TvIdMap *self)
{
  tv_id_map_init_for_multiples (self, 0);
}

/**
 * tv_id_map_init_for_multiples:
 * @self: (out): an empty map
 * @shift: most ids are multiples of 1 << @shift; any may be added. Less than 32
 */
void
tv_id_map_init_for_multiples (TvIdMap *self, guint shift)
{
  memset (self, 0, sizeof *self);
  self->direct_shift = shift;
  self->factor = (guint64) g_random_int () << 32 | g_random_int () | 1;
}

void
tv_id_map_clear (TvIdMap *self)
{
  g_free (self->direct);
  g_free (self->keys);
  g_free (self->values);
  tv_id_map_init_for_multiples (self, self->direct_shift);
}

static guint32
find_slot (const TvIdMap *self, guint64 id)
{
  guint32 mask = self->n_slots - 1;
  guint32 slot = (guint32) (id * self->factor >> self->shift);

  while (self->values[slot] != TV_NONE && self->keys[slot] != id)
    slot = (slot + 1) & mask;
  return slot;
}

guint32
tv_id_map_find_hashed (const TvIdMap *self, guint64 id)
{
  if (self->n_slots == 0)
    return TV_NONE;
  return self->values[find_slot (self, id)];
}

static void
allocate_slots (TvIdMap *self, guint32 n_slots)
{
  self->keys = g_new (guint64, n_slots);
  self->values = g_new (guint32, n_slots);
  memset (self->values, 0xff, n_slots * sizeof *self->values);
  self->n_slots = n_slots;
  self->shift = 64 - (guint) g_bit_nth_msf (n_slots, -1);
}

static void
grow_slots (TvIdMap *self)
{
  g_autofree guint64 *old_keys = self->keys;
  g_autofree guint32 *old_values = self->values;
  guint32 n_old = self->n_slots;

  allocate_slots (self, MAX (n_old * 2, 64));
  for (guint32 i = 0; i < n_old; i++)
    if (old_values[i] != TV_NONE)
      {
        guint32 slot = find_slot (self, old_keys[i]);

        self->keys[slot] = old_keys[i];
        self->values[slot] = old_values[i];
      }
}

static void
grow_direct (TvIdMap *self, guint64 place)
{
  guint32 n = MAX (self->n_direct, 256);

  while (n <= place)
    n *= 2;
  self->direct = g_renew (guint32, self->direct, n);
  memset (self->direct + self->n_direct, 0xff, (n - self->n_direct) * sizeof *self->direct);
  self->n_direct = n;
}

/**
 * tv_id_map_set:
 * @self: a map
 * @id: an id of the file
 * @row: its row, anything but %TV_NONE
 *
 * Adds @id or replaces its row.
 */
void
tv_id_map_set (TvIdMap *self, guint64 id, guint32 row)
{
  guint64 direct = tv_id_map_get_direct (self, id);
  guint32 slot;

  g_return_if_fail (row != TV_NONE);
  if (direct < MAX_DIRECT)
    {
      if (direct >= self->n_direct)
        grow_direct (self, direct);
      self->direct[direct] = row;
      return;
    }
  if ((self->n_used + 1) * (guint64) 2 > self->n_slots)
    grow_slots (self);
  slot = find_slot (self, id);
  if (self->values[slot] == TV_NONE)
    self->n_used++;
  self->keys[slot] = id;
  self->values[slot] = row;
}
