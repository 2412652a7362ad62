/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/unpack.h"

#include <string.h>

#include <glib/gi18n.h>

#include "core/error.h"
#include "formats/input/layer.h"

/* Decompresses files. A trace or log may be wrapped in layers:
 *
 *     zip ─▶ gzip │ zlib │ messages, "TRACE:\n", zlib │ web page ─▶ text
 *
 * At most two layers are removed. Entry point: tv_unpack(), called by input.c, and by bundle.c to detect a compressed
 * bug report. Stateless; returns the same bytes if they are not compressed. */
#define MAX_LAYERS 2

#define GIB           (G_GUINT64_CONSTANT (1) << 30)
#define USUAL_LIMIT   GIB
#define LARGEST_LIMIT (8 * GIB)
#define MAX_RATIO     200 /* logs are typically compressed to 5 to 10 % of their size */

typedef enum
{
  PACKING_NONE,
  PACKING_GZIP,
  PACKING_ZLIB,
  PACKING_ATRACE, /* output of atrace -z */
  PACKING_ARCHIVE,
  PACKING_PAGE,
} Packing;

/**
 * tv_unpack_limit:
 * @file_size: size of a compressed file in bytes
 *
 * Returns: the maximum plausible decompressed size in bytes: 1 GiB or 200 times the file size, whichever is
 *   larger, but at most 8 GiB
 */
guint64
tv_unpack_limit (gsize file_size)
{
  if (file_size >= LARGEST_LIMIT / MAX_RATIO)
    return LARGEST_LIMIT;
  return MAX (USUAL_LIMIT, (guint64) file_size * MAX_RATIO);
}

static Packing
recognize (const guint8 *bytes, gsize size)
{
  if (size == 0)
    return PACKING_NONE;
  if (tv_layer_is_gzip (bytes, size))
    return PACKING_GZIP;
  if (tv_layer_is_zlib (bytes, size))
    return PACKING_ZLIB;
  if (tv_layer_is_zip (bytes, size) || tv_layer_is_tar (bytes, size))
    return PACKING_ARCHIVE;
  if (tv_layer_is_page (bytes, size))
    return PACKING_PAGE;
  if (tv_layer_find_atrace (bytes, size) > 0)
    return PACKING_ATRACE;
  return PACKING_NONE;
}

/**
 * tv_unpack_is_packed:
 * @prefix: first bytes of a file, 64 KB if available
 * @size: number of bytes
 *
 * Returns: whether tv_unpack() would try to decompress the file
 */
gboolean
tv_unpack_is_packed (const guint8 *prefix, gsize size)
{
  return recognize (prefix, size) != PACKING_NONE;
}

/* Returns (transfer full): the bytes with each CR LF replaced by LF. Old versions of adb replaced each LF in the
 * output of a shell with CR LF. */
static GBytes *
restore_line_feeds (const guint8 *bytes, gsize size)
{
  guint8 *restored = g_malloc (size);
  gsize n = 0;

  for (gsize i = 0; i < size; i++)
    if (bytes[i] != '\r' || i + 1 == size || bytes[i + 1] != '\n')
      restored[n++] = bytes[i];
  return g_bytes_new_take (restored, n);
}

/* Decompresses the output of atrace -z. If the line before the data ends with a carriage return, adb may have
 * replaced line feeds in the data. If decompression fails in this case, it is repeated with restored line feeds, and
 * the second result is used if it is complete or contains more data. */
static gboolean
inflate_atrace (TvLayer *layer, const guint8 *bytes, gsize size, gsize start, GError **error)
{
  g_autoptr (GBytes) restored = NULL;
  g_autoptr (GError) failure = NULL;
  gboolean is_good = tv_layer_inflate (layer, bytes + start, size - start, &failure);
  TvLayer again = { .is_trace = layer->is_trace,
                    .limit = layer->limit,
                    .cancellable = layer->cancellable };

  if (start >= 2 && bytes[start - 2] == '\r' && (!is_good || layer->is_cut))
    {
      restored = restore_line_feeds (bytes + start, size - start);
      if (tv_layer_inflate (&again, g_bytes_get_data (restored, NULL), g_bytes_get_size (restored),
                            NULL) &&
          (!again.is_cut || again.size > layer->size))
        {
          tv_layer_clear (layer);
          *layer = again;
          return TRUE;
        }
      tv_layer_clear (&again);
    }
  if (failure != NULL)
    g_propagate_error (error, g_steal_pointer (&failure));
  return is_good;
}

static GBytes *
unwrap_layer (TvLayer *layer, Packing packing, GBytes *packed, GError **error)
{
  gsize size;
  const guint8 *bytes = g_bytes_get_data (packed, &size);
  gsize start = packing == PACKING_ATRACE ? tv_layer_find_atrace (bytes, size) : 0;
  gboolean is_good;

  if (packing == PACKING_PAGE)
    return tv_layer_read_page (layer, packed, error);
  if (packing == PACKING_ARCHIVE)
    is_good = tv_layer_unzip (layer, bytes, size, error);
  else if (packing == PACKING_ATRACE)
    is_good = inflate_atrace (layer, bytes, size, start, error);
  else
    is_good = tv_layer_inflate (layer, bytes, size, error);
  if (is_good && layer->size > layer->limit)
    is_good = tv_layer_set_too_large (layer, error);
  return is_good ? tv_layer_take (layer) : NULL;
}

/* Returns whether the bytes must be used as they are. Text may begin like zlib data, and some of it can even be
 * decompressed. */
static gboolean
is_plain (Packing packing, const TvLayer *layer, GBytes *unpacked, const GError *error)
{
  gsize size;
  const guint8 *bytes;

  if (unpacked == NULL)
    return error == NULL ||
           (packing == PACKING_ZLIB && (g_error_matches (error, TV_ERROR, TV_ERROR_MALFORMED) ||
                                        g_error_matches (error, TV_ERROR, TV_ERROR_TRUNCATED)));
  bytes = g_bytes_get_data (unpacked, &size);
  return packing == PACKING_ZLIB && layer->is_cut &&
         tv_layer_recognize (layer, bytes, size) == TV_LAYER_UNKNOWN;
}

/**
 * tv_unpack:
 * @file: content of a file
 * @is_trace: test that selects the member of an archive
 * @limit: maximum size of the output in bytes, see tv_unpack_limit()
 * @cancellable: (nullable): a #GCancellable
 * @is_cut: (out) (optional): whether the compressed data is truncated or damaged
 * @error: set in the domain %TV_ERROR, for example if the output is too large, an archive or web page contains no
 *   trace, the file is compressed more than twice, or the user cancels; the message does not contain the file name
 *
 * Unpacks a file: gzip (also several concatenated streams), zlib (hitrace -z; atrace -z, after a line `TRACE:`), the
 * member of a zip or tar that is most likely a trace, or the trace in a systrace HTML page, old or new. Unpacks up to
 * MAX_LAYERS nested layers. A truncated file is decompressed as far as possible.
 *
 * Returns: (transfer full) (nullable): the unpacked bytes; the input bytes if they are not compressed
 */
GBytes *
tv_unpack (GBytes *file,
           TvInputTest is_trace,
           guint64 limit,
           GCancellable *cancellable,
           gboolean *is_cut,
           GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_ref (file);

  if (is_cut != NULL)
    *is_cut = FALSE;
  for (guint n_layers = 0;; n_layers++)
    {
      gsize size;
      const guint8 *data = g_bytes_get_data (bytes, &size);
      Packing packing = recognize (data, size);
      TvLayer layer = { .is_trace = is_trace, .limit = limit, .cancellable = cancellable };
      g_autoptr (GError) failure = NULL;
      g_autoptr (GBytes) unpacked = NULL;

      if (packing == PACKING_NONE)
        return g_steal_pointer (&bytes);
      if (n_layers == MAX_LAYERS)
        {
          g_set_error_literal (
              error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
              _("it is compressed more than twice; extract it and open its content"));
          return NULL;
        }
      unpacked = unwrap_layer (&layer, packing, bytes, &failure);
      tv_layer_clear (&layer);
      if (is_plain (packing, &layer, unpacked, failure))
        return g_steal_pointer (&bytes);
      if (unpacked == NULL)
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return NULL;
        }
      if (is_cut != NULL)
        *is_cut |= layer.is_cut;
      g_bytes_unref (bytes);
      bytes = g_steal_pointer (&unpacked);
    }
}
