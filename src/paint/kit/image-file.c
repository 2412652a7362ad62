/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Creates the cairo surface for a format, calls the caller's #TvImageDraw for each page, and writes the result to a
 * stream. Called by ui/kit/image-export.c on a worker, and by `tracedump render`. No state. */

#include "paint/kit/image-file.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "core/error.h"
#include "core/number-format.h"

#define POINTS_PER_PX (72.0 / 96.0)

/* Maximum size of an image: 1 GiB of pixels. Larger sizes are probably mistakes. */
#define MAX_PIXELS (G_GINT64_CONSTANT (1) << 28)

/* Output stream for cairo, and the error that occurred. */
typedef struct
{
  GOutputStream *stream;
  GCancellable *cancellable;
  GError *error;
  GString *text; /* (nullable): buffered output for postprocessing */
} Sink;

static cairo_status_t
write_bytes (void *closure, const unsigned char *bytes, unsigned int n)
{
  Sink *sink = closure;

  if (sink->text != NULL)
    g_string_append_len (sink->text, (const char *) bytes, n);
  else if (sink->error == NULL)
    g_output_stream_write_all (sink->stream, bytes, n, NULL, sink->cancellable, &sink->error);
  return sink->error == NULL ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

/* Removes the ids of unreferenced groups from an SVG, because they depend on how many surfaces the process has
 * created. Text is drawn as glyphs, so it cannot match the pattern. */
static void
drop_names (GString *text)
{
  static const char name[] = "<g id=\"surface";
  gsize at = 0;

  for (const char *found; (found = strstr (text->str + at, name)) != NULL;)
    {
      gsize end;

      at = (gsize) (found - text->str) + strlen ("<g");
      end = at + strlen (name) - strlen ("<g");
      end += strspn (text->str + end, "0123456789");
      if (text->str[end] == '"')
        g_string_erase (text, (gssize) at, (gssize) (end + 1 - at));
    }
}

/* Inserts the elements of @append_svg at the end of an SVG. */
static void
append_elements (const TvImage *self, GString *text)
{
  static const char end_tag[] = "</svg>\n";

  if (self->append_svg == NULL || !g_str_has_suffix (text->str, end_tag))
    return;
  g_string_truncate (text, text->len - strlen (end_tag));
  self->append_svg (text, self->data);
  g_string_append (text, end_tag);
}

/**
 * tv_image_format_get_name:
 *
 * Returns: (transfer none): `png`, `svg` or `pdf`; also the filename extension
 */
const char *
tv_image_format_get_name (TvImageFormat format)
{
  static const char *const names[TV_N_IMAGE_FORMATS] = { "png", "svg", "pdf" };

  g_return_val_if_fail (format < TV_N_IMAGE_FORMATS, NULL);
  return names[format];
}

/**
 * tv_image_format_parse:
 * @name: `png`, `svg` or `pdf`; case is ignored
 * @format: (out): the format; not set if the name is invalid
 *
 * Returns: whether the name is valid
 */
gboolean
tv_image_format_parse (const char *name, TvImageFormat *format)
{
  for (guint i = 0; i < TV_N_IMAGE_FORMATS; i++)
    if (g_ascii_strcasecmp (tv_image_format_get_name ((TvImageFormat) i), name) == 0)
      {
        *format = (TvImageFormat) i;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_image_format_find:
 * @format: (out): the format; not set if the extension is unknown
 *
 * Finds the format for a filename extension.
 *
 * Returns: whether the extension is known
 */
gboolean
tv_image_format_find (const char *path, TvImageFormat *format)
{
  g_autofree char *base = g_path_get_basename (path);
  const char *point = strrchr (base, '.');

  return point != NULL && tv_image_format_parse (point + 1, format);
}

/**
 * tv_image_format_of_file:
 *
 * Returns: the format for the filename extension; PNG if the extension is unknown
 */
TvImageFormat
tv_image_format_of_file (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  TvImageFormat format = TV_IMAGE_PNG;

  tv_image_format_find (base, &format);
  return format;
}

/* ---- Surfaces ---- */

/**
 * tv_image_check_size:
 * @error: (nullable): return location for %TV_ERROR_TOO_LARGE
 *
 * Returns: whether the format supports the size of the image
 */
gboolean
tv_image_check_size (const TvImage *self, GError **error)
{
  double width = ceil (self->width * self->scale), height = ceil (self->height * self->scale);
  g_autofree char *message = NULL;

  if (self->format != TV_IMAGE_PNG ||
      (width <= TV_IMAGE_MAX_PIXELS && height <= TV_IMAGE_MAX_PIXELS &&
       width * height <= (double) MAX_PIXELS))
    return TRUE;
  message = tv_number_printf (
      _("An image of %.0f × %.0f pixels is too large: the limit is %d pixels per side and %d "
        "million pixels in total; SVG and PDF have no such limit"),
      width, height, TV_IMAGE_MAX_PIXELS, (int) (MAX_PIXELS / 1000000));
  g_set_error_literal (error, TV_ERROR, TV_ERROR_TOO_LARGE, message);
  return FALSE;
}

static cairo_surface_t *
make_surface (const TvImage *self, Sink *sink)
{
  cairo_surface_t *surface;

  switch (self->format)
    {
    case TV_IMAGE_SVG:
      surface = cairo_svg_surface_create_for_stream (write_bytes, sink, self->width, self->height);
      cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
      return surface;
    case TV_IMAGE_PDF:
      surface = cairo_pdf_surface_create_for_stream (write_bytes, sink, self->width * POINTS_PER_PX,
                                                     self->height * POINTS_PER_PX);
      /* An empty string omits the date. */
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
      cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Traceview");
      if (self->title != NULL)
        cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, self->title);
      return surface;
    case TV_IMAGE_PNG:
    default:
      surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24,
                                            (int) ceil (self->width * self->scale),
                                            (int) ceil (self->height * self->scale));
      cairo_surface_set_device_scale (surface, self->scale, self->scale);
      return surface;
    }
}

/* Draws a page. Each page has a new context, so that no state is inherited. */
static cairo_status_t
draw_page (const TvImage *self, cairo_surface_t *surface, guint page)
{
  cairo_t *cr = cairo_create (surface);
  cairo_status_t status;

  if (self->format == TV_IMAGE_PDF)
    cairo_scale (cr, POINTS_PER_PX, POINTS_PER_PX);
  self->draw (cr, page, self->data);
  if (self->format == TV_IMAGE_PDF)
    cairo_show_page (cr);
  status = cairo_status (cr);
  cairo_destroy (cr);
  return status;
}

static cairo_status_t
write_surface (const TvImage *self, cairo_surface_t *surface, Sink *sink)
{
  cairo_status_t status = cairo_surface_status (surface);

  for (guint page = 0; page < self->n_pages && status == CAIRO_STATUS_SUCCESS; page++)
    {
      if (g_cancellable_set_error_if_cancelled (sink->cancellable, &sink->error))
        return CAIRO_STATUS_WRITE_ERROR;
      status = draw_page (self, surface, page);
    }
  if (status != CAIRO_STATUS_SUCCESS)
    return status;
  if (self->format == TV_IMAGE_PNG)
    return cairo_surface_write_to_png_stream (surface, write_bytes, sink);
  cairo_surface_finish (surface);
  return cairo_surface_status (surface);
}

/**
 * tv_image_write:
 * @stream: output stream; neither flushed nor closed
 * @cancellable: (nullable)
 * @error: (nullable): set to %TV_ERROR_TOO_LARGE, %TV_ERROR_CANCELLED, %TV_ERROR_IO or an error of @stream
 *
 * Draws the image and writes it to a stream.
 *
 * Returns: whether everything was written
 */
gboolean
tv_image_write (const TvImage *self,
                GOutputStream *stream,
                GCancellable *cancellable,
                GError **error)
{
  Sink sink = { stream, cancellable, NULL, NULL };
  cairo_surface_t *surface;
  cairo_status_t status;

  g_return_val_if_fail (self->n_pages == 1 || self->format == TV_IMAGE_PDF, FALSE);

  if (!tv_image_check_size (self, error))
    return FALSE;
  if (self->format == TV_IMAGE_SVG)
    sink.text = g_string_new (NULL);
  surface = make_surface (self, &sink);
  status = write_surface (self, surface, &sink);
  /* Write the remaining data, which may fail. */
  cairo_surface_finish (surface);
  cairo_surface_destroy (surface);
  if (sink.text != NULL)
    {
      g_autoptr (GString) text = g_steal_pointer (&sink.text);

      drop_names (text);
      append_elements (self, text);
      if (status == CAIRO_STATUS_SUCCESS && sink.error == NULL)
        g_output_stream_write_all (stream, text->str, text->len, NULL, cancellable, &sink.error);
    }
  if (sink.error != NULL)
    {
      if (g_error_matches (sink.error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        {
          g_clear_error (&sink.error);
          return tv_error_set_cancelled (error);
        }
      g_propagate_error (error, sink.error);
      return FALSE;
    }
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, TV_ERROR, status == CAIRO_STATUS_NO_MEMORY ? TV_ERROR_TOO_LARGE : TV_ERROR_IO,
               _("Could not draw the image: %s"), cairo_status_to_string (status));
  return FALSE;
}
