/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Private to the map. */
typedef struct
{
  guint64 id;
  guint32 row; /* TV_NONE = free */
} TvIdMapSlot;

/* A map from the ids of a file to row numbers, made to be asked once per record: ids that fit
 * a small table are looked up in it directly, all others by open addressing. Where most ids are
 * multiples of a power of two, only these are in the table, which is as much smaller.
 */
typedef struct
{
  guint32 *direct;
  guint32 n_direct;
  guint direct_shift; /* of ids that are multiples of 1 << this, and of no others */
  TvIdMapSlot *slots;
  guint32 n_slots; /* a power of two, or 0 */
  guint32 n_used;
  guint32 n_ids;
  guint shift;    /* the upper bits of a product depend on all bits of the id */
  guint64 factor; /* odd, and of this map's own: nobody can make ids that all fall into one slot */
} TvIdMap;

void    tv_id_map_init        (TvIdMap       *self);
void    tv_id_map_init_for_multiples
                              (TvIdMap       *self,
                               guint          shift);
void    tv_id_map_clear       (TvIdMap       *self);
void    tv_id_map_set         (TvIdMap       *self,
                               guint64        id,
                               guint32        row);

/* Where @id would be in the direct table: far beyond its end if it is no multiple. */
static inline guint64
tv_id_map_get_direct (const TvIdMap *self, guint64 id)
{
  return id >> self->direct_shift | id << (-self->direct_shift & 63);
}

/* The slot of @id, or the free one where it would be. Private to the map. */
static inline guint32
tv_id_map_find_slot (const TvIdMap *self, guint64 id)
{
  guint32 mask = self->n_slots - 1;
  guint32 slot = (guint32) (id * self->factor >> self->shift);

  while (self->slots[slot].row != TV_NONE && self->slots[slot].id != id)
    slot = (slot + 1) & mask;
  return slot;
}

/* As tv_id_map_find(), of an id that is not in the direct table. */
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

/* As tv_id_map_find(), many times: with a copy of the map in a variable of its own, which no other
 * that is written to can be a part of. */
static inline guint32
tv_id_map_find_often (const TvIdMap *self, const TvIdMap copy, guint64 id)
{
  guint64 direct = tv_id_map_get_direct (&copy, id);

  if (G_LIKELY (direct < copy.n_direct))
    return copy.direct[direct];
  return tv_id_map_find_hashed (self, id);
}

G_END_DECLS
