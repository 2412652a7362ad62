/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"

G_BEGIN_DECLS

/* Maximum number of bytes from which the content is detected. */
#define TV_LAYER_PREFIX_BYTES (64 * 1024)

/**
 * TvLayer:
 * @bytes: decompressed bytes so far; never more than @limit + 1 are allocated
 * @size: number of bytes
 * @capacity: capacity of @bytes
 * @is_trace: function that detects traces by their first bytes
 * @limit: maximum size of the output in bytes
 * @cancellable: (nullable): a #GCancellable
 * @is_cut: whether the compressed data is truncated or damaged
 *
 * Output of a decompressor. Only for decompressors and container.c; other code uses tv_unpack().
 */
typedef struct
{
  guint8 *bytes;
  gsize size;
  gsize capacity;
  TvInputTest is_trace;
  guint64 limit;
  GCancellable *cancellable;
  gboolean is_cut;
} TvLayer;

/**
 * TvLayerKind:
 * @TV_LAYER_UNKNOWN: unsupported content
 * @TV_LAYER_PAGE: a web page, which may contain a trace
 * @TV_LAYER_PACKED: compressed data, which may contain a trace
 * @TV_LAYER_TRACE: a trace
 *
 * Kinds of content, detected by the first bytes. If an archive has several members, a later kind is preferred.
 */
typedef enum
{
  TV_LAYER_UNKNOWN,
  TV_LAYER_PAGE,
  TV_LAYER_PACKED,
  TV_LAYER_TRACE,
} TvLayerKind;

void     tv_layer_clear         (TvLayer        *self);
gboolean tv_layer_reserve       (TvLayer        *self,
                                 gsize           n,
                                 GError        **error);
gboolean tv_layer_set_too_large (const TvLayer  *self,
                                 GError        **error);
gboolean tv_layer_append        (TvLayer        *self,
                                 const void     *bytes,
                                 gsize           n,
                                 GError        **error);
gboolean tv_layer_check_cancel  (TvLayer        *self,
                                 GError        **error);
GBytes  *tv_layer_take          (TvLayer        *self);

TvLayerKind tv_layer_recognize     (const TvLayer  *self,
                                 const guint8   *bytes,
                                 gsize           size);
gsize    tv_layer_find_atrace   (const guint8   *bytes,
                                 gsize           size);
gboolean tv_layer_is_gzip       (const guint8   *bytes,
                                 gsize           size);
gboolean tv_layer_is_zlib       (const guint8   *bytes,
                                 gsize           size);
gboolean tv_layer_is_zip        (const guint8   *bytes,
                                 gsize           size);
gboolean tv_layer_is_tar        (const guint8   *bytes,
                                 gsize           size);
gboolean tv_layer_is_page       (const guint8   *bytes,
                                 gsize           size);

gboolean tv_layer_inflate       (TvLayer        *self,
                                 const guint8   *packed,
                                 gsize           size,
                                 GError        **error);
gboolean tv_layer_unzip         (TvLayer        *self,
                                 const guint8   *packed,
                                 gsize           size,
                                 GError        **error);
GBytes  *tv_layer_read_page     (TvLayer        *self,
                                 GBytes         *page,
                                 GError        **error);

G_END_DECLS
