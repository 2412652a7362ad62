/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvImageFormat:
 * @TV_IMAGE_PNG: pixels
 * @TV_IMAGE_SVG: paths, glyphs and elements of the drawing, in px
 * @TV_IMAGE_PDF: paths and glyphs; 1 px is 1/96 inch
 *
 * The file formats of exported images.
 */
typedef enum
{
  TV_IMAGE_PNG,
  TV_IMAGE_SVG,
  TV_IMAGE_PDF,
  TV_N_IMAGE_FORMATS,
} TvImageFormat;

/* Maximum width and height in device pixels, a limit of cairo. */
#define TV_IMAGE_MAX_PIXELS 32767

/**
 * TvImageDraw:
 * @cr: target, in px
 * @page: page number, from 0
 * @data: user data of the #TvImage
 *
 * Draws a page of an image.
 */
typedef void (*TvImageDraw) (cairo_t *cr, guint page, gpointer data);

/**
 * TvImageAppend:
 * @svg: output buffer, with everything before the end tag
 * @data: user data of the #TvImage
 *
 * Appends SVG elements to an image.
 */
typedef void (*TvImageAppend) (GString *svg, gpointer data);

/**
 * TvImage:
 * @format: output format
 * @width: width in px
 * @height: height in px
 * @scale: device pixels per px; only for %TV_IMAGE_PNG
 * @n_pages: number of pages; more than 1 only for %TV_IMAGE_PDF
 * @title: (nullable): title in the metadata of a %TV_IMAGE_PDF
 * @draw: draws a page
 * @append_svg: (nullable): appends elements, such as text, above the drawing of a %TV_IMAGE_SVG
 * @data: user data of @draw and @append_svg
 *
 * An image for export. The output is reproducible: files contain no creation time.
 */
typedef struct
{
  TvImageFormat format;
  double width;
  double height;
  double scale;
  guint n_pages;
  const char *title;
  TvImageDraw draw;
  TvImageAppend append_svg;
  gpointer data;
} TvImage;

gboolean tv_image_format_parse (const char *name, TvImageFormat *format);
gboolean tv_image_format_find (const char *path, TvImageFormat *format);
TvImageFormat tv_image_format_of_file (GFile *file);
const char *tv_image_format_get_name (TvImageFormat format);
gboolean tv_image_check_size (const TvImage *self, GError **error);
gboolean tv_image_write (const TvImage *self,
                           GOutputStream *stream,
                           GCancellable *cancellable,
                           GError **error);

G_END_DECLS
