/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/layer.h"

#include <glib/gi18n.h>
#include <zlib.h>

#include "core/error.h"

/* Decompresses gzip and zlib data with zlib, into an output with a size limit. Entry point: tv_layer_inflate(),
 * called by unpack.c and packed-block.c. Truncated data is an error only if no bytes can be decompressed; otherwise
 * the output is marked as truncated. */

#define MIN_SPACE (64 * 1024)
/* Maximum number of bytes that are decompressed between two checks for cancellation. */
#define MAX_SPACE  (1024 * 1024)
#define GZIP_EXTRA 16 /* zlib's flag for a gzip header */

/* Passes the remaining input to zlib, at most 2 GiB at a time, because zlib uses 32-bit sizes. */
static void
feed (z_stream *stream, const guint8 *end)
{
  stream->avail_in = (uInt) MIN ((gsize) (end - stream->next_in), (gsize) G_MAXINT32);
}

/* Decompresses to the end of the stream, or as far as possible. Sets is_cut if the data is truncated or damaged. */
static gboolean
inflate_all (TvLayer *self, z_stream *stream, const guint8 *end, gboolean is_gzip, GError **error)
{
  for (;;)
    {
      gsize space;
      int status;

      if (!tv_layer_check_cancel (self, error) || !tv_layer_reserve (self, MIN_SPACE, error))
        return FALSE;
      space = MIN (self->capacity - self->size, (gsize) MAX_SPACE);
      stream->next_out = self->bytes + self->size;
      stream->avail_out = (uInt) space;
      feed (stream, end);
      status = inflate (stream, Z_NO_FLUSH);
      self->size += space - stream->avail_out;
      if (status == Z_OK)
        continue;
      if (status != Z_STREAM_END)
        {
          self->is_cut = TRUE;
          return TRUE;
        }
      /* Concatenated gzip streams form a single stream. */
      if (!is_gzip || !tv_layer_is_gzip (stream->next_in, end - stream->next_in))
        return TRUE;
      inflateReset (stream);
    }
}

/* Decompresses gzip or zlib data. Decompresses truncated or damaged data as far as possible, and fails if this yields
 * no bytes. */
gboolean
tv_layer_inflate (TvLayer *self, const guint8 *packed, gsize size, GError **error)
{
  gboolean is_gzip = tv_layer_is_gzip (packed, size);
  z_stream stream = { .next_in = (Bytef *) packed };
  gboolean is_good, is_at_end;

  if (inflateInit2 (&stream, MAX_WBITS + (is_gzip ? GZIP_EXTRA : 0)) != Z_OK)
    {
      g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE,
                           _("there is not enough memory to unpack it"));
      return FALSE;
    }
  is_good = inflate_all (self, &stream, packed + size, is_gzip, error);
  is_at_end = stream.next_in == packed + size;
  inflateEnd (&stream);
  if (!is_good)
    return FALSE;
  if (self->is_cut && self->size == 0)
    {
      g_set_error_literal (error, TV_ERROR, is_at_end ? TV_ERROR_TRUNCATED : TV_ERROR_MALFORMED,
                           is_at_end ? _("the compressed data ends before any data could be "
                                         "unpacked")
                                     : _("the compressed data is damaged"));
      return FALSE;
    }
  return TRUE;
}
