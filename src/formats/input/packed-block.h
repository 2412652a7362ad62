/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvPackedKind:
 * @TV_PACKED_ZLIB: zlib (RFC 1950) or gzip
 * @TV_PACKED_ZSTD: Zstandard frame (RFC 8878)
 *
 * Compression methods of blocks inside a file.
 */
typedef enum
{
  TV_PACKED_ZLIB,
  TV_PACKED_ZSTD,
} TvPackedKind;

GBytes *tv_packed_block_unpack (TvPackedKind   kind,
                                const guint8  *packed,
                                gsize          size,
                                GCancellable  *cancellable,
                                gboolean      *is_cut,
                                GError       **error);

G_END_DECLS
