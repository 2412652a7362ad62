/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/string-pool.h"

#include <string.h>

struct _TvStringPool
{
  GStringChunk *text;
  GPtrArray *strings;
  guint32 *slots; /* open addressing: string ids, TV_NONE = free */
  guint32 *hashes;
  guint32 n_slots;
};

TvStringPool *
tv_string_pool_new (void)
{
  TvStringPool *self = g_new0 (TvStringPool, 1);

  self->text = g_string_chunk_new (64 * 1024);
  self->strings = g_ptr_array_new ();
  self->n_slots = 1024;
  self->slots = g_new (guint32, self->n_slots);
  self->hashes = g_new (guint32, self->n_slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  return self;
}

void
tv_string_pool_free (TvStringPool *self)
{
  if (self == NULL)
    return;
  g_string_chunk_free (self->text);
  g_ptr_array_unref (self->strings);
  g_free (self->slots);
  g_free (self->hashes);
  g_free (self);
}

static guint32
hash_bytes (const char *text, gsize len)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325) ^ len;

  for (; len >= 8; text += 8, len -= 8)
    {
      guint64 word;

      memcpy (&word, text, 8);
      hash = (hash ^ word) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  for (; len > 0; text++, len--)
    hash = (hash ^ (guint8) *text) * G_GUINT64_CONSTANT (0x100000001b3);
  hash ^= hash >> 32;
  return (guint32) hash;
}

static void
grow (TvStringPool *self)
{
  guint32 n_old = self->n_slots;
  g_autofree guint32 *old_slots = self->slots;
  g_autofree guint32 *old_hashes = self->hashes;
  guint32 mask;

  self->n_slots = n_old * 2;
  mask = self->n_slots - 1;
  self->slots = g_new (guint32, self->n_slots);
  self->hashes = g_new (guint32, self->n_slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  for (guint32 i = 0; i < n_old; i++)
    if (old_slots[i] != TV_NONE)
      {
        guint32 slot = old_hashes[i] & mask;

        while (self->slots[slot] != TV_NONE)
          slot = (slot + 1) & mask;
        self->slots[slot] = old_slots[i];
        self->hashes[slot] = old_hashes[i];
      }
}

static guint32
intern_valid (TvStringPool *self, const char *text, gsize len)
{
  guint32 hash = hash_bytes (text, len);
  guint32 slot = hash & (self->n_slots - 1);

  for (; self->slots[slot] != TV_NONE; slot = (slot + 1) & (self->n_slots - 1))
    if (self->hashes[slot] == hash)
      {
        const char *known = g_ptr_array_index (self->strings, self->slots[slot]);

        if (strncmp (known, text, len) == 0 && known[len] == '\0')
          return self->slots[slot];
      }

  self->slots[slot] = self->strings->len;
  self->hashes[slot] = hash;
  g_ptr_array_add (self->strings, g_string_chunk_insert_len (self->text, text, len));
  if (self->strings->len * (guint64) 2 > self->n_slots)
    grow (self);
  return self->strings->len - 1;
}

/**
 * tv_string_pool_dup_valid:
 * @text: bytes of a file
 * @len: how many
 *
 * Returns: (transfer full): them as a string would be kept: every byte that is not part of valid
 *   UTF-8, and every NUL, written as \xNN
 */
char *
tv_string_pool_dup_valid (const char *text, gsize len)
{
  GString *escaped = g_string_sized_new (len + 16);
  const char *end = text + len;

  while (text < end)
    {
      const char *bad;

      g_utf8_validate_len (text, end - text, &bad);
      g_string_append_len (escaped, text, bad - text);
      text = bad;
      if (text < end)
        g_string_append_printf (escaped, "\\x%02x", (guint8) *text++);
    }
  return g_string_free (escaped, FALSE);
}

/**
 * tv_string_pool_intern:
 * @self: a pool
 * @text: bytes of a file
 * @len: how many
 * @was_bad: (out) (optional): whether some were not UTF-8
 *
 * Returns: the number of the string
 */
guint32
tv_string_pool_intern (TvStringPool *self, const char *text, gsize len, gboolean *was_bad)
{
  gboolean is_valid = g_utf8_validate_len (text, len, NULL);
  g_autofree char *escaped = NULL;

  if (was_bad != NULL)
    *was_bad = !is_valid;
  if (is_valid)
    return intern_valid (self, text, len);
  escaped = tv_string_pool_dup_valid (text, len);
  return intern_valid (self, escaped, strlen (escaped));
}

/**
 * tv_string_pool_get:
 * @self: a pool
 * @string: a number that it gave
 *
 * Returns: (transfer none): the text
 */
const char *
tv_string_pool_get (const TvStringPool *self, guint32 string)
{
  g_return_val_if_fail (string < self->strings->len, NULL);
  return g_ptr_array_index (self->strings, string);
}

guint32
tv_string_pool_get_n (const TvStringPool *self)
{
  return self->strings->len;
}
