/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvEncoding:
 * @unit: size of a code unit in bytes: 1 for UTF-8, 2 for UTF-16
 * @is_big_endian: whether code units are big-endian
 * @mark: size of the byte order mark in bytes; 0 if there is none
 * @ends_with_cr: whether lines end with a carriage return alone
 * @doubles_cr: whether lines end with several carriage returns before the line feed, as in the output of `adb shell`
 *   on Windows
 *
 * Encoding of a text file. Readers get UTF-8 with line feeds and without a byte order mark.
 */
typedef struct
{
  guint unit;
  gboolean is_big_endian;
  guint mark;
  gboolean ends_with_cr;
  gboolean doubles_cr;
} TvEncoding;

/* Returns whether the bytes of the file must be converted. A byte order mark alone is only skipped. */
static inline gboolean
tv_encoding_needs_conversion (const TvEncoding *self)
{
  return self->unit == 2 || self->ends_with_cr || self->doubles_cr;
}

/* Returns the maximum size in bytes of the text that tv_encoding_decode() creates from @size bytes. */
static inline gsize
tv_encoding_max_size (gsize size)
{
  return size / 2 * 3 + 8;
}

TvEncoding tv_encoding_find   (const guint8     *prefix,
                               gsize             size);
gsize      tv_encoding_decode (const TvEncoding *self,
                               const guint8     *bytes,
                               gsize             size,
                               gboolean          is_last,
                               guint8           *text,
                               gsize            *n_consumed);

G_END_DECLS
