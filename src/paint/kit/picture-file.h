/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvPictureFormat:
 * @TV_PICTURE_PNG: pixels
 * @TV_PICTURE_SVG: paths, glyphs and elements of the drawing, in px
 * @TV_PICTURE_PDF: paths and glyphs; 1 px is 1/96 inch
 *
 * File formats of exported images.
 */
typedef enum
{
  TV_PICTURE_PNG,
  TV_PICTURE_SVG,
  TV_PICTURE_PDF,
  TV_N_PICTURE_FORMATS,
} TvPictureFormat;

/* Maximum width and height in device pixels, a limit of cairo. */
#define TV_PICTURE_MAX_PIXELS 32767

/**
 * TvPictureDraw:
 * @cr: target, in px
 * @page: page number, from 0
 * @data: user data of the #TvPicture
 *
 * Draws a page of an image.
 */
typedef void (*TvPictureDraw) (cairo_t *cr, guint page, gpointer data);

/**
 * TvPictureAppend:
 * @svg: output buffer, up to the end tag
 * @data: user data of the #TvPicture
 *
 * Appends SVG elements to an image.
 */
typedef void (*TvPictureAppend) (GString *svg, gpointer data);

/**
 * TvPicture:
 * @format: output format
 * @width: width in px
 * @height: height in px
 * @scale: device pixels per px; for %TV_PICTURE_PNG only
 * @n_pages: 1, or more for %TV_PICTURE_PDF
 * @title: (nullable): title in the metadata of %TV_PICTURE_PDF
 * @draw: draws a page
 * @append_svg: (nullable): appends elements above the drawing of a %TV_PICTURE_SVG, such as text
 * @data: user data of @draw and @append_svg
 *
 * An image for export. The output is reproducible: files contain no creation time.
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
TvPictureFormat tv_picture_format_of_file (GFile *file);
const char *tv_picture_format_get_name (TvPictureFormat format);
gboolean tv_picture_check_size (const TvPicture *self, GError **error);
gboolean tv_picture_write (const TvPicture *self,
                           GOutputStream *stream,
                           GCancellable *cancellable,
                           GError **error);

G_END_DECLS
