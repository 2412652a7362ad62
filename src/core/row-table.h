/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvRowTable:
 *
 * Finds rows of an array by a key that lies in the row itself, so that nothing is kept twice and
 * nothing is allocated for each: open addressing, of which an entry is a hash and a row number.
 * Comparing is the caller's:
 *
 *     for (guint32 slot = hash; (row = tv_row_table_next (table, hash, &slot)) != TV_NONE;)
 *       if (rows[row] is the one)
 *         return row;
 *     tv_row_table_add (table, hash, n_rows);
 *
 * All zeros is an empty table.
 */
typedef struct
{
  guint32 row; /* TV_NONE = free */
  guint32 hash;
} TvRowSlot;

typedef struct
{
  TvRowSlot *slots;
  guint32 n_slots; /* a power of two, or 0 */
  guint32 n_used;
} TvRowTable;

void    tv_row_table_clear   (TvRowTable *self);
void    tv_row_table_empty   (TvRowTable *self);
void    tv_row_table_add     (TvRowTable *self,
                              guint32     hash,
                              guint32     row);
void    tv_row_table_replace (TvRowTable *self,
                              guint32     hash,
                              guint32     old_row,
                              guint32     row);
guint64 tv_row_table_seed    (void);

/* Returns the next row that was added with @hash, or %TV_NONE; @slot begins as the hash. */
static inline guint32
tv_row_table_next (const TvRowTable *self, guint32 hash, guint32 *slot)
{
  guint32 mask = self->n_slots - 1;

  if (G_UNLIKELY (self->n_slots == 0))
    return TV_NONE;
  for (;;)
    {
      const TvRowSlot *at = &self->slots[*slot & mask];

      if (at->row == TV_NONE || at->hash == hash)
        {
          ++*slot;
          return at->row;
        }
      ++*slot;
    }
}

/* One step of a hash over 64-bit words, which begins with tv_row_table_seed(). */
static inline guint64
tv_hash_word (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/* The hash of bytes, eight at a time; the last word overlaps the one before, so that there are no
 * single bytes left. */
static inline guint32
tv_hash_bytes (guint64 seed, const char *text, gsize len)
{
  const char *end = text + len;
  guint64 hash = seed ^ len, word = 0;
  guint32 half[2];

  for (; end - text > 8; text += 8)
    {
      memcpy (&word, text, 8);
      hash = tv_hash_word (hash, word);
    }
  if (len >= 8)
    memcpy (&word, end - 8, 8);
  else if (len >= 4)
    {
      memcpy (&half[0], text, 4);
      memcpy (&half[1], end - 4, 4);
      word = (guint64) half[0] << 32 | half[1];
    }
  else if (len > 0)
    word = (guint64) (guchar) text[0] << 16 | (guchar) text[len / 2] << 8 | (guchar) end[-1];
  hash = tv_hash_word (hash, word);
  return (guint32) (hash ^ hash >> 17);
}

G_END_DECLS
