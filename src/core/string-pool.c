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
  guint64 seed;
};

TvStringPool *
tv_string_pool_new (void)
{
  TvStringPool *self = g_new0 (TvStringPool, 1);

  self->text = g_string_chunk_new (64 * 1024);
  self->strings = g_ptr_array_new ();
  self->n_slots = 1024;
  /* Nobody can make a file whose names all fall into one slot. */
  self->seed = (guint64) g_random_int () << 32 | g_random_int ();
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
hash_bytes (guint64 seed, const char *text, gsize len)
{
  guint64 hash = seed ^ len;

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
  guint32 hash = hash_bytes (self->seed, text, len);
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

/* Characters that do not show, or that change how others are shown: control characters but tabs,
 * and what turns the direction of writing. What joins letters or parts them stays. */
static gboolean
is_hidden (gunichar c)
{
  return (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
         c == 0x180e || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
         (c >= 0xe0000 && c <= 0xe007f);
}

#define EACH_BYTE(value) (G_GUINT64_CONSTANT (0x0101010101010101) * (value))

/* Whether eight bytes are all ASCII that shows. */
static inline gboolean
is_plain_word (const char *at)
{
  guint64 word;

  memcpy (&word, at, sizeof word);
  return (((word - EACH_BYTE (0x20)) | (word + EACH_BYTE (1)) | word) & EACH_BYTE (0x80)) == 0;
}

/* How many of the bytes are kept as they are, up to the first that is not. */
static gsize
count_plain (const char *text, gsize len)
{
  const char *at = text, *end = text + len;

  while (at < end)
    {
      guchar byte = (guchar) *at;
      gunichar c = byte;

      if (end - at >= 8 && is_plain_word (at))
        {
          at += 8;
          continue;
        }
      if (G_UNLIKELY (byte >= 0x80))
        {
          c = g_utf8_get_char_validated (at, end - at);
          if (c == (gunichar) -1 || c == (gunichar) -2)
            break;
        }
      if (G_UNLIKELY (is_hidden (c)))
        break;
      at = byte < 0x80 ? at + 1 : g_utf8_next_char (at);
    }
  return at - text;
}

/**
 * tv_string_pool_dup_valid:
 * @text: bytes of a file
 * @len: how many
 *
 * Returns: (transfer full): them as a string would be kept: every byte that is not part of valid
 *   UTF-8 written as \xNN, and so every control character but tabs; other characters that do not
 *   show, or that turn the direction of writing, as \uNNNN
 */
char *
tv_string_pool_dup_valid (const char *text, gsize len)
{
  GString *escaped = g_string_sized_new (len + 16);

  for (;;)
    {
      gsize n = count_plain (text, len);
      gunichar c;

      g_string_append_len (escaped, text, (gssize) n);
      text += n;
      len -= n;
      if (len == 0)
        return g_string_free (escaped, FALSE);
      c = g_utf8_get_char_validated (text, (gssize) len);
      if (c == (gunichar) -1 || c == (gunichar) -2 || c < 0x80)
        {
          g_string_append_printf (escaped, "\\x%02x", (guchar) *text);
          text++;
          len--;
          continue;
        }
      g_string_append_printf (escaped, c > 0xffff ? "\\U%08x" : "\\u%04x", c);
      n = (gsize) (g_utf8_next_char (text) - text);
      text += n;
      len -= n;
    }
}

/**
 * tv_string_pool_intern:
 * @self: a pool
 * @text: bytes of a file
 * @len: how many
 * @was_bad: (out) (optional): whether some had to be written in another way
 *
 * Returns: the number of the string
 */
guint32
tv_string_pool_intern (TvStringPool *self, const char *text, gsize len, gboolean *was_bad)
{
  gboolean is_plain = count_plain (text, len) == len;
  g_autofree char *escaped = NULL;

  if (was_bad != NULL)
    *was_bad = !is_plain;
  if (is_plain)
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
