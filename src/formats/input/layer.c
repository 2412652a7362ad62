/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/layer.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "core/number-format.h"

/* Implements the output buffer of decompressors, which has a size limit, and detects compressed data. Called by the
 * decompressors (inflate.c, zip.c, page.c, packed-block.c, unpack.c); other files call the functions that check magic
 * numbers. Changes only the TvLayer. */

/* Offset in bytes of the magic number in a tar archive. */
#define TAR_MAGIC_AT 257

/* Initial capacity of the output buffer, in bytes. */

#define FIRST_CAPACITY (64 * 1024)

void
tv_layer_clear (TvLayer *self)
{
  g_clear_pointer (&self->bytes, g_free);
  self->size = self->capacity = 0;
}

/* Sets @error. Always returns FALSE, so that callers can return the result. */
gboolean
tv_layer_set_too_large (const TvLayer *self, GError **error)
{
  g_autofree char *limit = tv_size_format ((double) self->limit);

  g_set_error (
      error, TV_ERROR, TV_ERROR_TOO_LARGE,
      _("it is larger than %s when unpacked; if this is a trace, unpack it with another program"),
      limit);
  return FALSE;
}

/* Reserves space for @n more bytes. The total may exceed the limit by one byte, and at least one byte is available on
 * success. */
gboolean
tv_layer_reserve (TvLayer *self, gsize n, GError **error)
{
  gsize max = (gsize) MIN (self->limit, G_MAXSIZE - 1) + 1;
  gsize capacity = MAX (self->capacity, MIN (max, FIRST_CAPACITY));
  guint8 *bytes;

  if (self->size >= max)
    return tv_layer_set_too_large (self, error);
  n = MIN (n, max - self->size);
  while (capacity - self->size < n)
    capacity = capacity > max / 2 ? max : capacity * 2;
  if (capacity == self->capacity)
    return TRUE;
  bytes = g_try_realloc (self->bytes, capacity);
  if (bytes == NULL)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE,
                           _("it does not fit in memory when unpacked"));
      return FALSE;
    }
  self->bytes = bytes;
  self->capacity = capacity;
  return TRUE;
}

gboolean
tv_layer_append (TvLayer *self, const void *bytes, gsize n, GError **error)
{
  if (n == 0)
    return TRUE;
  if (n > self->limit - self->size)
    return tv_layer_set_too_large (self, error);
  if (!tv_layer_reserve (self, n, error))
    return FALSE;
  memcpy (self->bytes + self->size, bytes, n);
  self->size += n;
  return TRUE;
}

/* Returns FALSE with @error if the operation has been cancelled. */
gboolean
tv_layer_check_cancel (TvLayer *self, GError **error)
{
  return !g_cancellable_is_cancelled (self->cancellable) || tv_error_set_cancelled (error);
}

/* Returns: (transfer full): the decompressed bytes. Clears the layer. */
GBytes *
tv_layer_take (TvLayer *self)
{
  gsize size = self->size;
  guint8 *bytes = g_try_realloc (self->bytes, MAX (size, 1));

  if (bytes == NULL)
    bytes = self->bytes;
  self->bytes = NULL;
  tv_layer_clear (self);
  return g_bytes_new_take (bytes, size);
}

gboolean
tv_layer_is_gzip (const guint8 *bytes, gsize size)
{
  return size >= 3 && bytes[0] == 0x1f && bytes[1] == 0x8b && bytes[2] == 8;
}

/* Returns whether the bytes begin like zlib data. Accepts only the usual window size of 32 KiB, because the headers
 * for other sizes also occur at the start of text. */
gboolean
tv_layer_is_zlib (const guint8 *bytes, gsize size)
{
  return size >= 2 && bytes[0] == 0x78 && (bytes[0] << 8 | bytes[1]) % 31 == 0 &&
         (bytes[1] & 0x20) == 0;
}

gboolean
tv_layer_is_zip (const guint8 *bytes, gsize size)
{
  return size >= 4 &&
         (memcmp (bytes, "PK\003\004", 4) == 0 || memcmp (bytes, "PK\005\006", 4) == 0);
}

/* Returns whether the bytes begin like a tar archive: the magic number comes after a file name that ends with NUL. */
gboolean
tv_layer_is_tar (const guint8 *bytes, gsize size)
{
  return size >= TAR_MAGIC_AT + 5 && memcmp (bytes + TAR_MAGIC_AT, "ustar", 5) == 0 &&
         memchr (bytes, '\0', TAR_MAGIC_AT) != NULL;
}

gboolean
tv_layer_is_page (const guint8 *bytes, gsize size)
{
  const char *at = (const char *) bytes;
  const char *end = at + size;

  if (size >= 3 && memcmp (at, "\xef\xbb\xbf", 3) == 0)
    at += 3;
  while (at < end && g_ascii_isspace (*at))
    at++;
  return end - at >= 9 && (g_ascii_strncasecmp (at, "<!doctype", 9) == 0 ||
                           g_ascii_strncasecmp (at, "<html", 5) == 0);
}

/* Returns the offset of the zlib data that follows the line "TRACE:", or 0 if there is none. Messages of atrace may
 * precede that line. */
gsize
tv_layer_find_atrace (const guint8 *bytes, gsize size)
{
  static const char word[] = "TRACE:";
  const guint8 *at = bytes, *end = bytes + MIN (size, TV_LAYER_PREFIX_BYTES);

  while ((at = memmem (at, end - at, word, strlen (word))) != NULL)
    {
      at += strlen (word);
      if (at < end && *at == '\r')
        at++;
      if (at < end && *at == '\n' && tv_layer_is_zlib (at + 1, size - (at + 1 - bytes)))
        return at + 1 - bytes;
    }
  return 0;
}

TvLayerKind
tv_layer_recognize (const TvLayer *self, const guint8 *bytes, gsize size)
{
  gsize prefix_size = MIN (size, TV_LAYER_PREFIX_BYTES);
  TvInput input = {
    .prefix = bytes, .prefix_size = prefix_size, .data = bytes, .size = prefix_size, .fd = -1
  };

  if (self->is_trace (&input))
    return TV_LAYER_TRACE;
  if (tv_layer_is_gzip (bytes, prefix_size) || tv_layer_is_zlib (bytes, prefix_size) ||
      tv_layer_is_zip (bytes, prefix_size) || tv_layer_is_tar (bytes, prefix_size) ||
      tv_layer_find_atrace (bytes, prefix_size) > 0)
    return TV_LAYER_PACKED;
  return tv_layer_is_page (bytes, prefix_size) ? TV_LAYER_PAGE : TV_LAYER_UNKNOWN;
}
