/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/input/packed-block.h"

#include <archive.h>
#include <archive_entry.h>

#include "core/error.h"
#include "formats/input/layer.h"
#include "formats/input/unpack.h"

/* Decompresses blocks inside an uncompressed file, each of which is compressed separately. Entry point:
 * tv_packed_block_unpack(), called by perfetto-walk.c for compressed packets, on any worker. Stateless. */

#define READ_BYTES (64 * 1024)

/* Maximum size of a decompressed block in bytes. Only crafted files contain larger blocks, which are truncated. */
#define LIMIT (256u * 1024 * 1024)

typedef struct archive Archive;

static void
free_archive (Archive *archive)
{
  archive_read_free (archive);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Archive, free_archive)

static gboolean
open_frame (Archive *archive, const guint8 *packed, gsize size)
{
  struct archive_entry *entry;

  return archive != NULL && archive_read_support_format_raw (archive) == ARCHIVE_OK &&
         archive_read_support_filter_zstd (archive) >= ARCHIVE_WARN &&
         archive_read_open_memory (archive, packed, size) == ARCHIVE_OK &&
         archive_read_next_header (archive, &entry) == ARCHIVE_OK &&
         archive_filter_code (archive, 0) == ARCHIVE_FILTER_ZSTD;
}

static gboolean
unpack_zstd (TvLayer *self, const guint8 *packed, gsize size, GError **error)
{
  g_autoptr (Archive) archive = archive_read_new ();

  if (!open_frame (archive, packed, size))
    {
      self->is_cut = TRUE;
      return TRUE;
    }
  for (;;)
    {
      la_ssize_t n;

      if (!tv_layer_check_cancel (self, error) || !tv_layer_reserve (self, READ_BYTES, error))
        return FALSE;
      n = archive_read_data (archive, self->bytes + self->size,
                             MIN (self->capacity - self->size, READ_BYTES));
      if (n <= 0)
        {
          self->is_cut = n < 0;
          return TRUE;
        }
      self->size += (gsize) n;
    }
}

/**
 * tv_packed_block_unpack:
 * @kind: compression method
 * @packed: compressed bytes
 * @size: number of compressed bytes
 * @cancellable: (nullable): a #GCancellable
 * @is_cut: (out): whether the data is truncated or damaged
 * @error: set to %TV_ERROR_CANCELLED
 *
 * Decompresses a block.
 *
 * Returns: (transfer full) (nullable): the decompressed data, possibly incomplete; %NULL if cancelled
 */
GBytes *
tv_packed_block_unpack (TvPackedKind kind,
                        const guint8 *packed,
                        gsize size,
                        GCancellable *cancellable,
                        gboolean *is_cut,
                        GError **error)
{
  TvLayer layer = { .limit = MIN (tv_unpack_limit (size), LIMIT), .cancellable = cancellable };
  GError *failed = NULL;
  gboolean is_good;

  if (kind == TV_PACKED_ZSTD)
    is_good = unpack_zstd (&layer, packed, size, &failed);
  else
    is_good = tv_layer_inflate (&layer, packed, size, &failed);
  /* A block that cannot be decompressed does not make the whole file unreadable. */
  if (!is_good && !g_error_matches (failed, TV_ERROR, TV_ERROR_CANCELLED))
    {
      g_clear_error (&failed);
      layer.is_cut = is_good = TRUE;
    }
  *is_cut = layer.is_cut;
  if (is_good)
    return tv_layer_take (&layer);
  tv_layer_clear (&layer);
  g_propagate_error (error, failed);
  return NULL;
}
