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

/* Has the memory fetched in which a row that was added with @hash is looked for. */
static inline void
tv_row_table_expect (const TvRowTable *self, guint32 hash)
{
  if (self->n_slots > 0)
    __builtin_prefetch (&self->slots[hash & (self->n_slots - 1)]);
}

/* One step of a hash over 64-bit words, which begins with tv_row_table_seed(). */
static inline guint64
tv_hash_word (guint64 hash, guint64 word)
{
  hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/* Two words of a hash at once: both halves of a product of 128 bits. A factor of 0 would forget the
 * other and all before it, so neither may be known to who wrote the words. */
static inline guint64
tv_hash_two_words (guint64 hash, guint64 seed, guint64 a, guint64 b)
{
  __extension__ unsigned __int128 product = (unsigned __int128) (a ^ seed) * (b ^ hash);

  return (guint64) product ^ (guint64) (product >> 64);
}

/* The hash of bytes, sixteen at a time; the last words overlap those before, so that there are no
 * single bytes left. Of none, @text may be %NULL. */
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
