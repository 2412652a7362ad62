/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/edge-table.h"

#define FIRST_N_SLOTS 1024

static TvEdgeSlot *
new_slots (gsize n)
{
  TvEdgeSlot *slots = g_new (TvEdgeSlot, n);

  for (gsize i = 0; i < n; i++)
    slots[i] = (TvEdgeSlot){ .key = TV_EDGE_NO_KEY };
  return slots;
}

void
tv_edge_table_init (TvEdgeTable *self)
{
  self->n_slots = FIRST_N_SLOTS;
  self->n_edges = 0;
  self->slots = new_slots (self->n_slots);
}

void
tv_edge_table_clear (TvEdgeTable *self)
{
  g_clear_pointer (&self->slots, g_free);
  self->n_slots = 0;
  self->n_edges = 0;
}

/* Multiplies by 2^64 / golden ratio and takes the high bits, which depend on all of the key's. */
static inline gsize
find_in (const TvEdgeSlot *slots, gsize n_slots, guint64 key)
{
  gsize mask = n_slots - 1;
  gsize i = (gsize) (((key ^ key >> 31) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 24) & mask;

  while (slots[i].key != key && slots[i].key != TV_EDGE_NO_KEY)
    i = (i + 1) & mask;
  return i;
}

static void
grow (TvEdgeTable *self)
{
  gsize n_slots = self->n_slots * 2;
  TvEdgeSlot *slots = new_slots (n_slots);

  for (gsize i = 0; i < self->n_slots; i++)
    if (self->slots[i].key != TV_EDGE_NO_KEY)
      slots[find_in (slots, n_slots, self->slots[i].key)] = self->slots[i];
  g_free (self->slots);
  self->slots = slots;
  self->n_slots = n_slots;
}

/**
 * tv_edge_table_find:
 * @self: a table
 * @key: see tv_edge_key()
 *
 * Returns: the index of the key's slot, which is made if there is none; it holds until the next
 *   new key
 */
gsize
tv_edge_table_find (TvEdgeTable *self, guint64 key)
{
  gsize i = find_in (self->slots, self->n_slots, key);

  if (self->slots[i].key == key)
    return i;
  if (self->n_edges >= self->n_slots / 2)
    {
      grow (self);
      i = find_in (self->slots, self->n_slots, key);
    }
  self->slots[i].key = key;
  self->n_edges++;
  return i;
}
