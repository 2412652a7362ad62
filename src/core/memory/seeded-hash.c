/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/seeded-hash.h"

#include <string.h>

#include "core/memory/row-table.h"

/* Hash functions with a random seed. Used by readers, analyses, exports and painters for a #GHashTable whose keys
 * come from a file. The seed is static; the first caller on any thread chooses it, once per process. */

static guint64
get_seed (void)
{
  static gsize seed;

  if (g_once_init_enter (&seed))
    g_once_init_leave (&seed, (gsize) tv_row_table_seed () | 1);
  return seed;
}

/**
 * tv_seeded_text_hash:
 * @text: a NUL-terminated string
 *
 * Hash function for use with g_str_equal().
 *
 * Returns: the hash of the string
 */
guint
tv_seeded_text_hash (gconstpointer text)
{
  const char *at = text;
  gsize left = strlen (at);
  guint64 hash = get_seed () ^ left, word;

  for (; left >= sizeof word; at += sizeof word, left -= sizeof word)
    {
      memcpy (&word, at, sizeof word);
      hash = tv_hash_word (hash, word);
    }
  word = 0;
  memcpy (&word, at, left);
  return (guint) tv_hash_word (tv_hash_word (hash, word), 0);
}

/**
 * tv_seeded_int64_hash:
 * @number: pointer to a 64-bit number
 *
 * Hash function for use with g_int64_equal().
 *
 * Returns: the hash of the number
 */
guint
tv_seeded_int64_hash (gconstpointer number)
{
  guint64 word;

  memcpy (&word, number, sizeof word);
  return (guint) tv_hash_word (get_seed (), word);
}
