/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/edge-table.h"

#include <string.h>

#define FIRST_CAPACITY 512

/* The slot of a key, or the empty one where it would be. Multiplies by 2^64 / golden ratio and
 * takes high bits, which depend on all of the key's. */
static inline gsize
find_slot (const TvEdgeTable *self, guint64 key)
{
  gsize mask = self->n_slots - 1;
  gsize i = (gsize) (((key ^ key >> 31) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 24) & mask;

  while (self->slots[i] != TV_NONE && self->edges[self->slots[i]].key != key)
    i = (i + 1) & mask;
  return i;
}

static void
set_capacity (TvEdgeTable *self, guint32 capacity)
{
  self->capacity = capacity;
  self->edges = g_renew (TvEdge, self->edges, capacity);
  self->n_slots = (gsize) capacity * 2;
  g_free (self->slots);
  self->slots = g_new (guint32, self->n_slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  for (guint32 i = 0; i < self->n_edges; i++)
    self->slots[find_slot (self, self->edges[i].key)] = i;
}

void
tv_edge_table_init (TvEdgeTable *self)
{
  memset (self, 0, sizeof *self);
  set_capacity (self, FIRST_CAPACITY);
}

void
tv_edge_table_clear (TvEdgeTable *self)
{
  g_clear_pointer (&self->edges, g_free);
  g_clear_pointer (&self->slots, g_free);
}

/**
 * tv_edge_table_find:
 * @self: a table
 * @key: see tv_edge_key()
 *
 * Returns: the index of the key's edge, for good; a new edge of no calls if there was none
 */
guint32
tv_edge_table_find (TvEdgeTable *self, guint64 key)
{
  gsize slot = find_slot (self, key);

  if (self->slots[slot] != TV_NONE)
    return self->slots[slot];
  if (self->n_edges == self->capacity)
    {
      /* There are no more edges than slices, whose number has 32 bits. */
      set_capacity (self, self->capacity * 2);
      slot = find_slot (self, key);
    }
  self->slots[slot] = self->n_edges;
  self->edges[self->n_edges] = (TvEdge){ .key = key };
  return self->n_edges++;
}
