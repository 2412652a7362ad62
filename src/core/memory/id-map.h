/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* A slot of the hash table. Private to the map. */
typedef struct
{
  guint64 id;
  guint32 row; /* TV_NONE if the slot is free */
} TvIdMapSlot;

/* A map from the ids in a file to row numbers, optimized for one lookup per record. Ids that fit in a small table are
 * looked up directly, all others by open addressing. If most ids are multiples of a power of two, the table contains
 * only multiples, and is smaller by that factor. */
typedef struct
{
  guint32 *direct;
  guint32 n_direct;
  guint direct_shift; /* binary logarithm of the number whose multiples are in the direct table */
  TvIdMapSlot *slots;
  guint32 n_slots; /* a power of two, or 0 */
  guint32 n_used;
  guint32 n_ids;
  guint
      hash_shift; /* right shift of the product of id and multiplier; the upper bits of the product depend on all bits
                   * of the id */
  guint64 hash_multiplier; /* odd and random, so that no crafted file can make all ids collide */
} TvIdMap;

void    tv_id_map_init        (TvIdMap       *self);
void    tv_id_map_init_for_multiples
                              (TvIdMap       *self,
                               guint          direct_shift);
void    tv_id_map_clear       (TvIdMap       *self);
void    tv_id_map_set         (TvIdMap       *self,
                               guint64        id,
                               guint32        row);

/* Returns the index of @id in the direct table. If @id is not a multiple of 1 << direct_shift, the index is far
 * beyond the end of the table. */
static inline guint64
tv_id_map_get_direct (const TvIdMap *self, guint64 id)
{
  return id >> self->direct_shift | id << (-self->direct_shift & 63);
}

/* Returns the slot of @id, or the free slot in which to put @id. Private to the map. */
static inline guint32
tv_id_map_find_slot (const TvIdMap *self, guint64 id)
{
  guint32 mask = self->n_slots - 1;
  guint32 slot = (guint32) (id * self->hash_multiplier >> self->hash_shift);

  while (self->slots[slot].row != TV_NONE && self->slots[slot].id != id)
    slot = (slot + 1) & mask;
  return slot;
}

/* Looks up an id that is not in the direct table. Part of tv_id_map_find(). */
static inline guint32
tv_id_map_find_hashed (const TvIdMap *self, guint64 id)
{
  return self->n_slots > 0 ? self->slots[tv_id_map_find_slot (self, id)].row : TV_NONE;
}

/* Returns the row of @id, or %TV_NONE. */
static inline guint32
tv_id_map_find (const TvIdMap *self, guint64 id)
{
  guint64 direct = tv_id_map_get_direct (self, id);

  if (G_LIKELY (direct < self->n_direct))
    return self->direct[direct];
  return tv_id_map_find_hashed (self, id);
}

/* Looks up an id like tv_id_map_find(), for tight loops. @copy is a local copy of the map: the compiler can then
 * assume that writes to other memory do not change the map. */
static inline guint32
tv_id_map_find_often (const TvIdMap *self, const TvIdMap copy, guint64 id)
{
  guint64 direct = tv_id_map_get_direct (&copy, id);

  if (G_LIKELY (direct < copy.n_direct))
    return copy.direct[direct];
  return tv_id_map_find_hashed (self, id);
}

G_END_DECLS
