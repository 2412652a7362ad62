/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/memory/string-pool.h"

#include <string.h>

#include "core/memory/row-table.h"

/* Hash table of unique strings, with escaping of invalid UTF-8. While a file is read, the builder's symbols part uses
 * the pool, which the trace owns; readers also have temporary pools. Adding strings needs exclusive access;
 * afterwards, tv_string_pool_get() may be called on any thread. */

/* Strings are stored in blocks. Each string is preceded by a header and followed by a NUL. The first block is small,
 * because the pools of small files usually contain few strings. */
#define FIRST_BLOCK_BYTES 1024u
#define BLOCK_BYTES       (64u * 1024)

/* Maximum size of a string in bytes: the limit for names in class files. Slice names in kernel logs have at most 4096
 * bytes. */
#define MAX_TEXT 65535

#define FLAG_BITS 2

/* Number of strings by which tv_string_pool_intern_all() prefetches in advance. */
#define AHEAD 8

/* Maximum number of strings for which tv_string_pool_empty() keeps the memory of the hash table. */
#define RETAINED_STRINGS 65536

/* Precedes each string. */
typedef struct
{
  guint32 hash;
  guint32 len_and_flags;
} Header;

struct _TvStringPool
{
  GPtrArray *strings;
  GPtrArray *blocks;
  char *free; /* first free byte of the last block */
  gsize n_free;
  gsize block_bytes; /* size of the next block */
  TvRowTable table;
  guint64 seed;
  guint32 n_changed[FLAG_BITS]; /* per flag: number of strings that have the flag */
  guint32 first_changed[FLAG_BITS];
};

TvStringPool *
tv_string_pool_new (void)
{
  TvStringPool *self = g_new0 (TvStringPool, 1);

  self->strings = g_ptr_array_new ();
  self->blocks = g_ptr_array_new_with_free_func (g_free);
  self->seed = tv_row_table_seed ();
  self->block_bytes = FIRST_BLOCK_BYTES;
  return self;
}

void
tv_string_pool_free (TvStringPool *self)
{
  if (self == NULL)
    return;
  g_ptr_array_unref (self->strings);
  g_ptr_array_unref (self->blocks);
  tv_row_table_clear (&self->table);
  g_free (self);
}

/**
 * tv_string_pool_new_for:
 * @other: the pool to which the strings will be added
 *
 * Creates an empty pool with the seed of @other, so that tv_string_pool_intern_all() can add its strings to @other.
 *
 * Returns: (transfer full): the pool
 */
TvStringPool *
tv_string_pool_new_for (const TvStringPool *other)
{
  TvStringPool *self = tv_string_pool_new ();

  self->seed = other->seed;
  return self;
}

/**
 * tv_string_pool_empty:
 * @self: a pool
 *
 * Removes all strings, and frees most of the memory.
 */
void
tv_string_pool_empty (TvStringPool *self)
{
  if (self->strings->len > RETAINED_STRINGS)
    {
      g_ptr_array_unref (self->strings);
      self->strings = g_ptr_array_new ();
      tv_row_table_clear (&self->table);
    }
  g_ptr_array_set_size (self->strings, 0);
  g_ptr_array_set_size (self->blocks, 0);
  self->n_free = 0;
  tv_row_table_empty (&self->table);
  memset (self->n_changed, 0, sizeof self->n_changed);
}

static inline const Header *
get_header (const char *string)
{
  return (const Header *) (gconstpointer) string - 1;
}

static inline gsize
get_len (const char *string)
{
  return get_header (string)->len_and_flags >> FLAG_BITS;
}

static guint32
find (const TvStringPool *self, const char *text, gsize len, guint32 hash)
{
  guint32 string;

  for (guint32 slot = hash; (string = tv_row_table_next (&self->table, hash, &slot)) != TV_NONE;)
    {
      const char *known = g_ptr_array_index (self->strings, string);

      if (get_len (known) == len && memcmp (known, text, len) == 0)
        return string;
    }
  return TV_NONE;
}

static char *
allocate (TvStringPool *self, gsize size)
{
  char *at;

  size = (size + sizeof (guint32) - 1) / sizeof (guint32) * sizeof (guint32);
  if (size > self->n_free)
    {
      self->n_free = MAX (size, self->block_bytes);
      self->block_bytes = MIN (self->block_bytes * 2, BLOCK_BYTES);
      self->free = g_malloc (self->n_free);
      g_ptr_array_add (self->blocks, self->free);
    }
  at = self->free;
  self->free += size;
  self->n_free -= size;
  return at;
}

static guint32
add (TvStringPool *self, const char *text, gsize len, TvTextFlags flags, guint32 hash)
{
  char *string = allocate (self, sizeof (Header) + len + 1) + sizeof (Header);

  ((Header *) (gpointer) string)[-1] = (Header){ hash, (guint32) len << FLAG_BITS | flags };
  memcpy (string, text, len);
  string[len] = '\0';
  for (guint bit = 0; G_UNLIKELY (flags != 0) && bit < FLAG_BITS; bit++)
    if ((flags & (1 << bit)) != 0 && self->n_changed[bit]++ == 0)
      self->first_changed[bit] = self->strings->len;
  tv_row_table_add (&self->table, hash, self->strings->len);
  g_ptr_array_add (self->strings, string);
  return self->strings->len - 1;
}

/* Returns whether a character is invisible or changes the display of others: control characters except tabs,
 * bidirectional controls and the like. Joiners and non-joiners are allowed. */
static gboolean
is_hidden (gunichar c)
{
  return (c < 0x20 && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0xad || c == 0x61c ||
         c == 0x180e || c == 0x200e || c == 0x200f || (c >= 0x2028 && c <= 0x202e) ||
         (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
         (c >= 0xe0000 && c <= 0xe007f);
}

#define EACH_BYTE(value) (G_GUINT64_CONSTANT (0x0101010101010101) * (value))

/* Returns whether eight bytes are all printable ASCII characters. */
static inline gboolean
is_plain_word (const char *at)
{
  guint64 word;

  memcpy (&word, at, sizeof word);
  return (((word - EACH_BYTE (0x20)) | (word + EACH_BYTE (1)) | word) & EACH_BYTE (0x80)) == 0;
}

/* Returns the number of bytes before the first character that must be escaped. */
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
 * @len: number of bytes
 *
 * Escapes characters that cannot be displayed. Bytes that are not valid UTF-8, and ASCII control characters except
 * tabs, become \xNN; other characters that are invisible or change the text direction become \uNNNN or \UNNNNNNNN.
 *
 * Returns: (transfer full): the valid string
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

/* Returns the size of a string after truncation to MAX_TEXT bytes, without splitting a character. */
static gsize
cut_text (const char *text, gsize len)
{
  gsize cut = MAX_TEXT;

  if (G_LIKELY (len <= MAX_TEXT))
    return len;
  while (cut > MAX_TEXT - 4 && ((guchar) text[cut] & 0xc0) == 0x80)
    cut--;
  return cut;
}

/**
 * tv_string_pool_find:
 * @text: bytes of a file
 * @len: number of bytes
 *
 * Searches for a string. All strings in the pool are valid, so bytes that are found need no validation. Any number of
 * threads may search at the same time, as long as none adds strings.
 *
 * Returns: the string that consists of exactly these bytes; %TV_NONE if there is none, although interning may still
 * convert the bytes to an existing string
 */
guint32
tv_string_pool_find (const TvStringPool *self, const char *text, gsize len)
{
  return find (self, text, len, tv_hash_bytes (self->seed, text, len));
}

static guint32
intern_valid (TvStringPool *self, const char *text, gsize len, TvTextFlags flags, guint32 hash)
{
  guint32 string = find (self, text, len, hash);

  return string != TV_NONE ? string : add (self, text, len, flags, hash);
}

/**
 * tv_string_pool_intern:
 * @text: bytes of a file
 * @len: number of bytes
 *
 * Interns a string as valid UTF-8, see tv_string_pool_dup_valid(), truncated to 64 KiB. tv_string_pool_get_flags()
 * returns whether the string was changed.
 *
 * Returns: the string id
 */
guint32
tv_string_pool_intern (TvStringPool *self, const char *text, gsize len)
{
  guint32 hash = tv_hash_bytes (self->seed, text, len);
  guint32 string = find (self, text, len, hash);
  gsize size = cut_text (text, len);
  TvTextFlags flags = size < len ? TV_TEXT_WAS_LONG : 0;
  g_autofree char *escaped = NULL;

  if (G_LIKELY (string != TV_NONE))
    return string;
  if (count_plain (text, size) == size)
    return size == len
               ? add (self, text, len, 0, hash)
               : intern_valid (self, text, size, flags, tv_hash_bytes (self->seed, text, size));
  escaped = tv_string_pool_dup_valid (text, size);
  size = strlen (escaped);
  return intern_valid (self, escaped, size, flags | TV_TEXT_WAS_BAD,
                       tv_hash_bytes (self->seed, escaped, size));
}

/**
 * tv_string_pool_intern_all:
 * @other: a pool from tv_string_pool_new_for() for @self; must be emptied before it is used again
 * @strings: (out caller-allocates): for each string of @other, its id in @self
 *
 * Interns all strings of another pool.
 */
void
tv_string_pool_intern_all (TvStringPool *self, TvStringPool *other, guint32 *strings)
{
  gpointer *texts = other->strings->pdata;
  guint32 n = tv_string_pool_get_n (other);

  g_return_if_fail (self->seed == other->seed);
  if (n > RETAINED_STRINGS)
    tv_row_table_clear (&other->table);
  for (guint32 i = 0; i < n; i++)
    {
      if (i + AHEAD < n)
        tv_row_table_expect (&self->table, get_header (texts[i + AHEAD])->hash);
      strings[i] = intern_valid (self, texts[i], get_len (texts[i]),
                                 tv_string_pool_get_flags (other, i), get_header (texts[i])->hash);
    }
}

/**
 * tv_string_pool_get:
 * @string: a string id from this pool
 *
 * Returns: (transfer none): the string
 */
const char *
tv_string_pool_get (const TvStringPool *self, guint32 string)
{
  g_return_val_if_fail (string < self->strings->len, NULL);
  return g_ptr_array_index (self->strings, string);
}

/**
 * tv_string_pool_get_flags:
 *
 * Returns: the changes made to the string when it was interned
 */
TvTextFlags
tv_string_pool_get_flags (const TvStringPool *self, guint32 string)
{
  return get_header (tv_string_pool_get (self, string))->len_and_flags & ((1 << FLAG_BITS) - 1);
}

/**
 * tv_string_pool_count_changed:
 * @flag: a change
 * @first: (out): the first string with that change; undefined if there is none
 *
 * Returns: the number of strings with that change
 */
guint32
tv_string_pool_count_changed (const TvStringPool *self, TvTextFlags flag, guint32 *first)
{
  guint bit = flag == TV_TEXT_WAS_BAD ? 0 : 1;

  *first = self->first_changed[bit];
  return self->n_changed[bit];
}

guint32
tv_string_pool_get_n (const TvStringPool *self)
{
  return self->strings->len;
}
