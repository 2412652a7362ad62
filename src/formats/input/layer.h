/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/input/input.h"

G_BEGIN_DECLS

/* How many bytes of a text are read to recognize it. */
#define TV_LAYER_LOOK (64 * 1024)

/**
 * TvLayer:
 * @bytes: what was unpacked so far; at most @limit + 1 of them are ever allocated
 * @size: how many
 * @capacity: room at @bytes
 * @is_trace: tells whether something is a trace by its beginning
 * @limit: the most that may come out
 * @cancellable: (nullable): to stop it
 * @is_cut: whether the packed data is cut or damaged, so that the end is missing
 *
 * The output of an unpacker. Private to unpackers: see tv_unpack().
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
 * TvLook:
 * @TV_LOOK_NOTHING: nothing that could be opened
 * @TV_LOOK_PAGE: a web page, which may hold a trace somewhere
 * @TV_LOOK_PACKED: packed data, which may be a trace
 * @TV_LOOK_TRACE: a trace
 *
 * What the beginning of a file or of a part of one looks like; the best comes last.
 */
typedef enum
{
  TV_LOOK_NOTHING,
  TV_LOOK_PAGE,
  TV_LOOK_PACKED,
  TV_LOOK_TRACE,
} TvLook;

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

TvLook   tv_layer_look          (const TvLayer  *self,
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
