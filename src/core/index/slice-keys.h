/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Keys: durations of slices, encoded in few bits, so that they need little memory and several can be compared with
 * one instruction. */

/* Returns the 15-bit key of a duration. Keys are monotonic. Durations below 1,024 ticks are exact; longer durations
 * keep their ten most significant bits. */
static inline gint16
tv_slice_key_get (gint64 ticks)
{
  guint shift = ticks < 1 << 10 ? 0 : 54 - (guint) __builtin_clzll ((guint64) ticks);

  return (gint16) (1 + ((gint64) shift << 9) + (ticks >> shift));
}

static inline gboolean
tv_slice_key_is_exact (gint16 key)
{
  return key <= 1 << 10;
}

/* Returns the minimum duration with this key. */
static inline gint64
tv_slice_key_get_min (gint16 key)
{
  gint64 value = key - 1;
  guint shift = tv_slice_key_is_exact (key) ? 0 : (guint) (value >> 9) - 1;

  return (value - ((gint64) shift << 9)) << shift;
}

/* Returns the 8-bit key of a duration. Durations below 16 ticks are exact; longer durations keep their four most
 * significant bits. */
#define TV_SLICE_COARSE_EXACT 16

static inline guint8
tv_slice_coarse_key_get (gint64 ticks)
{
  guint shift = ticks < TV_SLICE_COARSE_EXACT ? 0 : 60 - (guint) __builtin_clzll ((guint64) ticks);

  return (guint8) MIN ((shift << 3) + (guint) (ticks >> shift), G_MAXUINT8);
}

/* Returns the maximum duration with this coarse key. */
static inline gint64
tv_slice_coarse_key_get_max (guint8 key)
{
  guint shift = key < TV_SLICE_COARSE_EXACT ? 0 : (key >> 3) - 1u;

  if (key == G_MAXUINT8)
    return G_MAXINT64;
  return ((gint64) (key - (shift << 3) + 1) << shift) - 1;
}

/**
 * TvSliceKeys:
 * @key: per depth: the greatest key in some blocks, or 0
 * @from: per depth: the first block with that key
 * @is_tied: per depth: whether another block has the same key
 *
 * The results of a search for a range of depths.
 */
typedef struct
{
  gint16 *key;
  gint16 *from;
  gint16 *is_tied;
} TvSliceKeys;

/* Merges the keys of block @from, for @n depths from @first on. Uses 16-bit numbers and has no branch, so that
 * compilers can vectorize the loop. */
static inline void
tv_slice_keys_merge (const TvSliceKeys *found,
                     guint32 first,
                     const gint16 *key,
                     guint32 n,
                     gint16 from)
{
  gint16 *restrict best = found->key + first;
  gint16 *restrict best_from = found->from + first;
  gint16 *restrict is_tied = found->is_tied + first;

  for (guint32 i = 0; i < n; i++)
    {
      gint16 longer = (gint16) - (key[i] > best[i]), equal = (gint16) - (key[i] == best[i]);

      is_tied[i] = (gint16) ((is_tied[i] & ~longer) | equal);
      best_from[i] = (gint16) ((best_from[i] & ~longer) | (from & longer));
      best[i] = MAX (best[i], key[i]);
    }
}

G_END_DECLS
