/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "core/types.h"

G_BEGIN_DECLS

/**
 * TvRowTable:
 *
 * A hash table of the rows of an array. The keys are in the rows themselves, so no key is stored twice, and nothing
 * is allocated per row. The table uses open addressing; an entry consists of a hash and a row number. The caller
 * compares keys:
 *
 *     for (guint32 slot = hash; (row = tv_row_table_next (table, hash, &slot)) != TV_NONE;)
 *       if (rows[row] has the key)
 *         return row;
 *     tv_row_table_add (table, hash, n_rows);
 *
 * A struct filled with zeros is an empty table.
 */
typedef struct
{
  guint32 row; /* TV_NONE if the slot is free */
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

/* Returns the next row that was added with @hash, or %TV_NONE. *@slot must be @hash for the first call. */
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

/* Prefetches the slot at which a lookup with @hash begins. */
static inline void
tv_row_table_expect (const TvRowTable *self, guint32 hash)
{
  if (self->n_slots > 0)
    __builtin_prefetch (&self->slots[hash & (self->n_slots - 1)]);
}

/* Adds a 64-bit word to a hash, whose initial value is from tv_row_table_seed(). */
static inline guint64
tv_hash_word (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/* Adds two 64-bit words to a hash at once: combines both halves of a 128-bit product. A factor of 0 would discard the
 * other factor and all earlier words, so the author of a file must not be able to predict @seed or @hash. */
static inline guint64
tv_hash_two_words (guint64 hash, guint64 seed, guint64 a, guint64 b)
{
  __extension__ unsigned __int128 product = (unsigned __int128) (a ^ seed) * (b ^ hash);

  return (guint64) product ^ (guint64) (product >> 64);
}

/* Returns the hash of bytes. Reads sixteen bytes at a time; the last words overlap earlier ones, so that no single
 * bytes are left over. @text may be %NULL if @len is 0. */
static inline guint32
tv_hash_bytes (guint64 seed, const char *text, gsize len)
{
  const char *end = len > 0 ? text + len : text;
  guint64 hash = tv_hash_word (seed, len), a = 0, b = 0;
  guint32 half[2];

  for (; end - text > 16; text += 16)
    {
      memcpy (&a, text, 8);
      memcpy (&b, text + 8, 8);
      hash = tv_hash_two_words (hash, seed, a, b);
    }
  if (len >= 8)
    {
      memcpy (&a, len > 16 ? end - 16 : text, 8);
      memcpy (&b, end - 8, 8);
    }
  else if (len >= 4)
    {
      memcpy (&half[0], text, 4);
      memcpy (&half[1], end - 4, 4);
      a = half[0];
      b = half[1];
    }
  else if (len > 0)
    a = (guint64) (guchar) text[0] << 16 | (guchar) text[len / 2] << 8 | (guchar) end[-1];
  hash = tv_hash_word (tv_hash_two_words (hash, seed, a, b), len);
  return (guint32) hash;
}

G_END_DECLS
