/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvEncoding:
 * @unit: bytes per code unit: 1 for UTF-8, 2 for UTF-16
 * @is_big_endian: byte order of a unit
 * @mark: size of the byte order mark, in bytes
 * @ends_with_cr: whether lines end with a carriage return alone
 * @doubles_cr: whether lines end with several carriage returns before the line feed, as `adb shell` writes them
 *   on Windows
 *
 * Encoding of a file's text. Readers get UTF-8 without a mark, and line feeds.
 */
typedef struct
{
  guint unit;
  gboolean is_big_endian;
  guint mark;
  gboolean ends_with_cr;
  gboolean doubles_cr;
} TvEncoding;

/* Returns whether bytes must be converted; a mark alone is skipped instead. */
static inline gboolean
tv_encoding_needs_conversion (const TvEncoding *self)
{
  return self->unit == 2 || self->ends_with_cr || self->doubles_cr;
}

/* Returns the largest size of the text that tv_encoding_decode() makes from @size bytes. */
static inline gsize
tv_encoding_most (gsize size)
{
  return size / 2 * 3 + 8;
}

TvEncoding tv_encoding_find   (const guint8     *head,
                               gsize             size);
gsize      tv_encoding_decode (const TvEncoding *self,
                               const guint8     *bytes,
                               gsize             size,
                               gboolean          is_last,
                               guint8           *text,
                               gsize            *n_consumed);

G_END_DECLS
