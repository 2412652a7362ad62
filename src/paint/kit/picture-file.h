/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvPictureFormat:
 * @TV_PICTURE_PNG: pixels
 * @TV_PICTURE_SVG: paths, glyphs and elements of the drawing, in px
 * @TV_PICTURE_PDF: the same, a px being 1/96 inch
 */
typedef enum
{
  TV_PICTURE_PNG,
  TV_PICTURE_SVG,
  TV_PICTURE_PDF,
  TV_N_PICTURE_FORMATS,
} TvPictureFormat;

/* The most device pixels that a side of pixels may have; what cairo can address. */
#define TV_PICTURE_MAX_PIXELS 32767

/**
 * TvPictureDraw:
 * @cr: where to draw; a unit is a px
 * @page: which page, from 0
 * @data: what was given with it
 */
typedef void (*TvPictureDraw) (cairo_t *cr, guint page, gpointer data);

/**
 * TvPictureAppend:
 * @svg: text of the file, before its end tag
 * @data: what was given with it
 */
typedef void (*TvPictureAppend) (GString *svg, gpointer data);

/**
 * TvPicture:
 * @format: how to write it
 * @width: in px
 * @height: in px
 * @scale: device pixels in a px; for %TV_PICTURE_PNG only
 * @n_pages: 1, or more for %TV_PICTURE_PDF
 * @title: (nullable): for readers of %TV_PICTURE_PDF
 * @draw: draws a page
 * @append_svg: (nullable): appends the elements of a %TV_PICTURE_SVG above the drawing, such as text
 * @data: for @draw and @append_svg
 *
 * A drawing that is to become a file. The same drawing makes the same bytes: no file tells when
 * it was written.
 */
typedef struct
{
  TvPictureFormat format;
  double width;
  double height;
  double scale;
  guint n_pages;
  const char *title;
  TvPictureDraw draw;
  TvPictureAppend append_svg;
  gpointer data;
} TvPicture;

gboolean tv_picture_format_parse (const char *name, TvPictureFormat *format);
gboolean tv_picture_format_find (const char *path, TvPictureFormat *format);
const char *tv_picture_format_get_name (TvPictureFormat format);
gboolean tv_picture_check_size (const TvPicture *self, GError **error);
gboolean tv_picture_write (const TvPicture *self,
                           GOutputStream *stream,
                           GCancellable *cancellable,
                           GError **error);

G_END_DECLS
