/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Collects coloured rectangles and paints all of them at once. Used by the painters of the timeline and of flame
 * graphs, which add rectangles while they visit the content. The object is a reusable buffer; tv_bars_clear() empties
 * the buffer before each drawing. */

#include "paint/kit/bars.h"

#include <math.h>
#include <string.h>

#define MAX_RADIUS 24

typedef struct
{
  int x, y, width, height;
  guint8 color;
  guint8 radius;
} Bar;

/* Adjacent lines with mostly narrow bars. */
typedef struct
{
  int x, height;
  double y, step;
  guint32 n_columns, n_lines;
  gsize colors; /* offset in @colors of the bars: colours of the first line */
} Lines;

struct _TvBars
{
  GArray *lines;
  guint8 *colors; /* colours of the columns in all lines */
  gsize n_colors;
  gsize n_allocated_colors;

  Bar *bars;
  gsize n_bars;
  gsize n_allocated;
};

TvBars *
tv_bars_new (void)
{
  TvBars *self = g_new0 (TvBars, 1);

  self->lines = g_array_new (FALSE, FALSE, sizeof (Lines));
  return self;
}

void
tv_bars_free (TvBars *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->lines);
  g_free (self->colors);
  g_free (self->bars);
  g_free (self);
}

void
tv_bars_clear (TvBars *self)
{
  g_array_set_size (self->lines, 0);
  self->n_colors = self->n_bars = 0;
}

/**
 * tv_bars_add:
 * @color: index into the colours of tv_bars_paint()
 * @x: left edge; may be outside the image
 * @y: upper edge
 * @radius: corner radius
 *
 * Adds a rectangle. All sizes are in device pixels.
 */
void
tv_bars_add (TvBars *self, guint color, int x, int y, int width, int height, int radius)
{
  if (self->n_bars == self->n_allocated)
    {
      self->n_allocated = MAX (2 * self->n_allocated, 1024);
      self->bars = g_renew (Bar, self->bars, self->n_allocated);
    }
  self->bars[self->n_bars++] = (Bar){
    .x = x,
    .y = y,
    .width = width,
    .height = height,
    .color = (guint8) color,
    .radius = (guint8) CLAMP (radius, 0, MIN (MAX_RADIUS, MIN (width, height) / 2)),
  };
}

/**
 * tv_bars_add_lines:
 * @x: left edge
 * @y: upper edge of the first line
 * @step: distance between the upper edges of two lines
 * @height: height of a line
 * @n_columns: number of columns in each line, one pixel each
 * @n_lines: number of lines
 *
 * Adds lines of bars that are about one pixel wide. The run time hardly depends on the number of bars.
 *
 * Returns: (transfer none) (array): the colour of every column, line by line, initially %TV_BARS_NOTHING; the caller
 * fills the array before adding more lines
 */
guint8 *
tv_bars_add_lines (TvBars *self,
                   int x,
                   double y,
                   double step,
                   int height,
                   guint32 n_columns,
                   guint32 n_lines)
{
  Lines lines = { .x = x,
                  .height = height,
                  .y = y,
                  .step = step,
                  .n_columns = n_columns,
                  .n_lines = n_lines,
                  .colors = self->n_colors };

  g_array_append_val (self->lines, lines);
  self->n_colors += (gsize) n_columns * n_lines;
  if (self->n_colors > self->n_allocated_colors)
    {
      self->n_allocated_colors = MAX (self->n_colors, 2 * self->n_allocated_colors);
      self->colors = g_realloc (self->colors, self->n_allocated_colors);
    }
  return memset (self->colors + lines.colors, TV_BARS_NOTHING, (gsize) n_columns * n_lines);
}

/* ---- Pixels ---- */

typedef struct
{
  guint32 *pixels;
  gsize stride; /* distance between rows, in pixels */
  int x0, y0, x1, y1;
} Canvas;

static inline void
fill_line (const Canvas *canvas, int x0, int x1, int y, guint32 pixel)
{
  guint32 *line = canvas->pixels + (gsize) y * canvas->stride;

  for (int x = MAX (x0, canvas->x0); x < MIN (x1, canvas->x1); x++)
    line[x] = pixel;
}

static void
fill_lines (const Canvas *canvas, int x0, int x1, int y0, int y1, guint32 pixel)
{
  y0 = MAX (y0, canvas->y0);
  y1 = MIN (y1, canvas->y1);
  if (x1 - x0 == 1)
    {
      guint32 *at = canvas->pixels + (gsize) MAX (y0, 0) * canvas->stride + x0;

      if (x0 < canvas->x0 || x0 >= canvas->x1)
        return;
      for (int y = y0; y < y1; y++, at += canvas->stride)
        *at = pixel;
      return;
    }
  for (int y = y0; y < y1; y++)
    fill_line (canvas, x0, x1, y, pixel);
}

static guint32
mix (guint32 under, guint32 over, guint coverage)
{
  guint32 pixel = 0;

  for (int shift = 0; shift < 32; shift += 8)
    {
      guint below = (under >> shift) & 0xff, above = (over >> shift) & 0xff;

      pixel |= ((below * (255 - coverage) + above * coverage + 127) / 255) << shift;
    }
  return pixel;
}

/* Computes the coverage of pixels by a quarter disc, 0 … 255, from the corner inwards. */
static void
measure_corner (int radius, guint8 coverage[MAX_RADIUS][MAX_RADIUS])
{
  const int parts = 8;

  for (int y = 0; y < radius; y++)
    for (int x = 0; x < radius; x++)
      {
        int inside = 0;

        for (int i = 0; i < parts * parts; i++)
          {
            double dx = radius - x - (i % parts + 0.5) / parts;
            double dy = radius - y - (i / parts + 0.5) / parts;

            inside += dx * dx + dy * dy <= (double) radius * radius;
          }
        coverage[y][x] = (guint8) (inside * 255 / (parts * parts));
      }
}

static void
mix_pixel (const Canvas *canvas, int x, int y, guint32 pixel, guint coverage)
{
  guint32 *at = canvas->pixels + (gsize) y * canvas->stride + x;

  if (x >= canvas->x0 && x < canvas->x1)
    *at = mix (*at, pixel, coverage);
}

static void
fill_round (const Canvas *canvas,
            const Bar *bar,
            guint32 pixel,
            guint8 coverage[MAX_RADIUS][MAX_RADIUS])
{
  int radius = bar->radius;
  int x1 = bar->x + bar->width, y1 = bar->y + bar->height;

  fill_lines (canvas, bar->x, x1, bar->y + radius, y1 - radius, pixel);
  for (int i = 0; i < radius; i++)
    {
      const int lines[2] = { bar->y + i, y1 - 1 - i };

      for (int side = 0; side < 2; side++)
        {
          if (lines[side] < canvas->y0 || lines[side] >= canvas->y1)
            continue;
          fill_line (canvas, bar->x + radius, x1 - radius, lines[side], pixel);
          for (int j = 0; j < radius; j++)
            {
              mix_pixel (canvas, bar->x + j, lines[side], pixel, coverage[i][j]);
              mix_pixel (canvas, x1 - 1 - j, lines[side], pixel, coverage[i][j]);
            }
        }
    }
}

/* Accesses the pixels of the target. The origin of the canvas is that of the drawing. Returns FALSE if the target is
 * not an image surface with 32 bits per pixel, if device pixels do not coincide with the pixels of the surface
 * (except for an integer offset), or if not all of them are writable. */
static gboolean
open_canvas (cairo_t *cr, double scale, const cairo_rectangle_int_t *clip, Canvas *canvas)
{
  cairo_surface_t *surface = cairo_get_group_target (cr);
  double x_scale, y_scale, x_offset, y_offset;
  double clip_x0, clip_y0, clip_x1, clip_y1;
  cairo_matrix_t matrix;
  cairo_format_t format;
  int width, height, left, top;

  if (cairo_surface_get_type (surface) != CAIRO_SURFACE_TYPE_IMAGE)
    return FALSE;
  format = cairo_image_surface_get_format (surface);
  if (format != CAIRO_FORMAT_ARGB32 && format != CAIRO_FORMAT_RGB24)
    return FALSE;
  cairo_surface_get_device_scale (surface, &x_scale, &y_scale);
  cairo_surface_get_device_offset (surface, &x_offset, &y_offset);
  cairo_get_matrix (cr, &matrix);
  if (x_scale * matrix.xx != scale || y_scale * matrix.yy != scale || matrix.xy != 0.0 ||
      matrix.yx != 0.0 || x_offset != 0.0 || y_offset != 0.0)
    return FALSE;
  width = cairo_image_surface_get_width (surface);
  height = cairo_image_surface_get_height (surface);
  if (matrix.x0 < 0.0 || matrix.y0 < 0.0 || matrix.x0 * x_scale > width ||
      matrix.y0 * y_scale > height)
    return FALSE;
  left = (int) (matrix.x0 * x_scale);
  top = (int) (matrix.y0 * y_scale);
  if (left != matrix.x0 * x_scale || top != matrix.y0 * y_scale)
    return FALSE;

  width -= left;
  height -= top;
  canvas->x0 = CLAMP (clip->x, 0, width);
  canvas->y0 = CLAMP (clip->y, 0, height);
  canvas->x1 = CLAMP (clip->x + clip->width, canvas->x0, width);
  canvas->y1 = CLAMP (clip->y + clip->height, canvas->y0, height);
  cairo_clip_extents (cr, &clip_x0, &clip_y0, &clip_x1, &clip_y1);
  if (clip_x0 * scale > canvas->x0 || clip_y0 * scale > canvas->y0 ||
      clip_x1 * scale < canvas->x1 || clip_y1 * scale < canvas->y1)
    return FALSE;

  cairo_surface_flush (surface);
  canvas->pixels = (guint32 *) (gpointer) cairo_image_surface_get_data (surface);
  canvas->stride = (gsize) cairo_image_surface_get_stride (surface) / sizeof (guint32);
  if (canvas->pixels == NULL)
    return FALSE;
  canvas->pixels += (gsize) top * canvas->stride + (gsize) left;
  return TRUE;
}

/* Paints consecutive columns: draws the top row of pixels, then copies it to the rows below. */
static void
paint_run (const Canvas *canvas,
           const guint8 *colors,
           const guint32 *pixels,
           int x0,
           int x1,
           int y0,
           int y1)
{
  int first = MAX (x0, canvas->x0), end = MIN (x1, canvas->x1);
  guint32 *top;

  y0 = MAX (y0, canvas->y0);
  y1 = MIN (y1, canvas->y1);
  if (first >= end || y0 >= y1)
    return;
  top = canvas->pixels + (gsize) y0 * canvas->stride + first;
  for (int x = first; x < end; x++)
    top[x - first] = pixels[colors[x - x0]];
  for (int y = 1; y < y1 - y0; y++)
    memcpy (top + (gsize) y * canvas->stride, top, (gsize) (end - first) * sizeof *top);
}

static void
paint_lines (const TvBars *self, const Canvas *canvas, const guint32 *pixels, const Lines *lines)
{
  for (guint32 line = 0; line < lines->n_lines; line++)
    {
      const guint8 *colors = self->colors + lines->colors + (gsize) line * lines->n_columns;
      int y = (int) round (lines->y + line * lines->step);

      for (guint32 end, first = 0; first < lines->n_columns; first = end)
        {
          gboolean is_nothing = colors[first] == TV_BARS_NOTHING;

          for (end = first + 1;
               end < lines->n_columns && (colors[end] == TV_BARS_NOTHING) == is_nothing;)
            end++;
          if (!is_nothing)
            paint_run (canvas, colors + first, pixels, lines->x + (int) first, lines->x + (int) end,
                       y, y + lines->height);
        }
    }
}

static void
paint_pixels (const TvBars *self, const Canvas *canvas, const TvColor *colors, guint n_colors)
{
  guint8 coverage[MAX_RADIUS][MAX_RADIUS];
  int coverage_radius = 0;
  guint32 pixels[256];

  for (guint color = 0; color < n_colors; color++)
    pixels[color] = tv_color_to_pixel (&colors[color]);

  for (guint i = 0; i < self->lines->len; i++)
    paint_lines (self, canvas, pixels, &g_array_index (self->lines, Lines, i));
  for (gsize i = 0; i < self->n_bars; i++)
    {
      const Bar *bar = &self->bars[i];
      guint32 pixel = pixels[bar->color];

      if (bar->radius == 0)
        {
          fill_lines (canvas, bar->x, bar->x + bar->width, bar->y, bar->y + bar->height, pixel);
          continue;
        }
      if (bar->radius != coverage_radius)
        {
          coverage_radius = bar->radius;
          measure_corner (coverage_radius, coverage);
        }
      fill_round (canvas, bar, pixel, coverage);
    }
}

/* ---- Paths ---- */

static void
append_path (cairo_t *cr, const Bar *bar)
{
  double x0 = bar->x, y0 = bar->y, x1 = bar->x + bar->width, y1 = bar->y + bar->height;
  double radius = bar->radius;

  if (bar->radius == 0)
    {
      cairo_rectangle (cr, x0, y0, x1 - x0, y1 - y0);
      return;
    }
  cairo_new_sub_path (cr);
  cairo_arc (cr, x1 - radius, y0 + radius, radius, -G_PI_2, 0.0);
  cairo_arc (cr, x1 - radius, y1 - radius, radius, 0.0, G_PI_2);
  cairo_arc (cr, x0 + radius, y1 - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x0 + radius, y0 + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

static void
append_lines (const TvBars *self, cairo_t *cr, const Lines *lines, guint color)
{
  for (guint32 line = 0; line < lines->n_lines; line++)
    {
      const guint8 *colors = self->colors + lines->colors + (gsize) line * lines->n_columns;
      double y = round (lines->y + line * lines->step);

      for (guint32 end, first = 0; first < lines->n_columns; first = end)
        {
          for (end = first + 1; end < lines->n_columns && colors[end] == colors[first];)
            end++;
          if (colors[first] == color)
            cairo_rectangle (cr, lines->x + (double) first, y, end - first, lines->height);
        }
    }
}

static void
paint_paths (const TvBars *self,
             cairo_t *cr,
             double scale,
             const TvColor *colors,
             guint n_colors,
             const cairo_rectangle_int_t *clip)
{
  cairo_save (cr);
  cairo_scale (cr, 1.0 / scale, 1.0 / scale);
  cairo_rectangle (cr, clip->x, clip->y, clip->width, clip->height);
  cairo_clip (cr);
  for (guint color = 0; color < n_colors; color++)
    {
      for (guint i = 0; i < self->lines->len; i++)
        append_lines (self, cr, &g_array_index (self->lines, Lines, i), color);
      for (gsize i = 0; i < self->n_bars; i++)
        if (self->bars[i].color == color)
          append_path (cr, &self->bars[i]);
      tv_color_set_source (&colors[color], cr);
      cairo_fill (cr);
    }
  cairo_restore (cr);
}

/**
 * tv_bars_paint:
 * @cr: target, in units of @scale device pixels
 * @scale: device pixels per unit
 * @colors: (array length=n_colors): opaque colours
 * @n_colors: number of colours, at most %TV_BARS_NOTHING
 * @clip: clip area in device pixels
 *
 * Paints all bars. On image surfaces, writes the pixels directly, without cairo.
 */
void
tv_bars_paint (const TvBars *self,
               cairo_t *cr,
               double scale,
               const TvColor *colors,
               guint n_colors,
               const cairo_rectangle_int_t *clip)
{
  Canvas canvas;

  g_return_if_fail (n_colors <= TV_BARS_NOTHING);

  if (open_canvas (cr, scale, clip, &canvas))
    {
      paint_pixels (self, &canvas, colors, n_colors);
      cairo_surface_mark_dirty (cairo_get_group_target (cr));
    }
  else
    paint_paths (self, cr, scale, colors, n_colors, clip);
}
