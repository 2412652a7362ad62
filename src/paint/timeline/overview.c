/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws a chart of the whole trace: activity or use of CPUs, occurrences, and a window around the visible range.
 * Called by ui/views/timeline/overview-view.c, which caches the chart and repaints only the window. Pure: reads only
 * the caller's #TvOverview. */

#include "paint/timeline/overview.h"

#include <math.h>

#define MARGIN_PX     4.0
#define TICKS_PX      4.0 /* height of the area for occurrences */
#define TICKS_GAP_PX  2.0
#define HIT_HEIGHT_PX 4.0
#define TEXT_INSET_PX 12.0
#define MIN_WINDOW_PX 6.0
#define GRIP_PX                                                                                    \
  6.0 /* maximum distance from an edge of the window at which the edge can be dragged */
#define FLAG_PX        6.0
#define GRIP_WIDTH_PX  4.0
#define GRIP_HEIGHT_PX 14.0
#define FRAME_PX       1.5
#define VEIL_OPACITY   0.5
#define MIN_TICK_PX    1.5
#define MIN_STRIP_PX   5.0 /* minimum height of a CPU's row */
#define N_STEPS        12  /* number of shades for the activity of CPUs */
#define FAINT_PART     0.35
#define GROUND_PART    0.10

/* ---- Coordinates ---- */

static double
get_chart_width (const TvOverview *self)
{
  return MAX (self->width - self->label_width, 1.0);
}

double
tv_overview_get_x (const TvOverview *self, gint64 ns)
{
  return self->label_width + (double) (ns - self->start_ns) /
                                 (double) (self->end_ns - self->start_ns) * get_chart_width (self);
}

/* Returns the time at a position. Positions outside of the chart are clamped. */
gint64
tv_overview_get_ns (const TvOverview *self, double x)
{
  double part = CLAMP ((x - self->label_width) / get_chart_width (self), 0.0, 1.0);

  return self->start_ns + (gint64) llround (part * (double) (self->end_ns - self->start_ns));
}

/**
 * tv_overview_get_window:
 * @x0: (out): left edge of the window
 * @x1: (out): right edge of the window
 *
 * Gets the position of the window in px. A narrow window is widened, so that it is visible and can be dragged.
 */
void
tv_overview_get_window (const TvOverview *self, double *x0, double *x1)
{
  double missing;

  *x0 = tv_overview_get_x (self, self->visible_start_ns);
  *x1 = tv_overview_get_x (self, self->visible_end_ns);
  missing = MAX (MIN (MIN_WINDOW_PX, get_chart_width (self)) - (*x1 - *x0), 0.0);
  *x0 = CLAMP (*x0 - missing / 2.0, self->label_width, self->width);
  *x1 = CLAMP (MAX (*x1 + missing / 2.0, *x0 + MIN_WINDOW_PX), self->label_width, self->width);
  *x0 = MAX (MIN (*x0, *x1 - MIN_WINDOW_PX), self->label_width);
}

/* Returns whether the window covers the whole trace, so that it cannot be moved. */
gboolean
tv_overview_shows_all (const TvOverview *self)
{
  return self->visible_start_ns <= self->start_ns && self->visible_end_ns >= self->end_ns;
}

/**
 * tv_overview_hit_test:
 * @x: x coordinate in px
 *
 * Returns the part of the overview at a position. If the window is narrow, its handles are mostly outside of it, so
 * that the middle of the window can always be dragged.
 */
TvOverviewPart
tv_overview_hit_test (const TvOverview *self, double x)
{
  double x0, x1, inward;

  tv_overview_get_window (self, &x0, &x1);
  inward = MIN (GRIP_PX, (x1 - x0) / 4.0);
  if (x >= x0 - GRIP_PX && x < x0 + inward)
    return TV_OVERVIEW_WINDOW_START;
  if (x > x1 - inward && x <= x1 + GRIP_PX)
    return TV_OVERVIEW_WINDOW_END;
  if (x < self->label_width || x > self->width)
    return TV_OVERVIEW_NOWHERE;
  return x >= x0 && x <= x1 && !tv_overview_shows_all (self) ? TV_OVERVIEW_WINDOW
                                                             : TV_OVERVIEW_OUTSIDE;
}

/* ---- Static part ---- */

static guint32
count_columns (const TvOverview *self)
{
  return (guint32) MAX (round (get_chart_width (self) * self->scale), 1.0);
}

static TvActivityLevel
get_level (const TvOverview *self, const TvActivity *activity, guint32 column, guint32 n_columns)
{
  double length_ns = (double) (self->end_ns - self->start_ns);

  return tv_activity_get_level (activity, length_ns * column / n_columns,
                                length_ns * (column + 1) / n_columns);
}

/* Returns the highest mean activity of any column. A column with this value has the full height. */
static double
find_top (const TvOverview *self, guint32 n_columns)
{
  double top = 0.0;

  for (guint32 column = 0; column < n_columns; column++)
    top = MAX (top, get_level (self, self->activity, column, n_columns).mean);
  return top;
}

/* Appends a column of activity. Unless the column is empty, it is at least a pixel high. */
static void
append_step (const TvOverview *self,
             cairo_t *cr,
             guint32 column,
             double bottom,
             double height,
             const TvActivityLevel *level,
             double part)
{
  double x = self->label_width + column / self->scale;
  double top = round (height * MIN (part, 1.0) * self->scale);

  if (level->is_empty)
    top = 0.0;
  else if (!(top >= 1.0))
    top = 1.0;
  cairo_line_to (cr, x, bottom - top / self->scale);
  cairo_line_to (cr, x + 1.0 / self->scale, bottom - top / self->scale);
}

static TvColor
get_shade (const TvOverview *self, double part)
{
  return tv_color_mix (&self->theme->background, &self->theme->activity, part);
}

/* Draws the maximum of each column behind the mean, so that short peaks are visible. */
static void
paint_activity (const TvOverview *self, cairo_t *cr, double bottom, double height)
{
  guint32 n_columns = count_columns (self);
  double top = find_top (self, n_columns);

  for (int is_mean = 0; is_mean < 2; is_mean++)
    {
      TvColor color = get_shade (self, is_mean ? 1.0 : FAINT_PART);

      cairo_move_to (cr, self->label_width, bottom);
      for (guint32 column = 0; column < n_columns; column++)
        {
          TvActivityLevel level = get_level (self, self->activity, column, n_columns);

          append_step (self, cr, column, bottom, height, &level,
                       top > 0.0 ? (is_mean ? level.mean : level.peak) / top : 0.0);
        }
      cairo_line_to (cr, self->label_width + n_columns / self->scale, bottom);
      cairo_close_path (cr);
      tv_color_set_source (&color, cr);
      cairo_fill (cr);
    }
}

/* ---- CPUs ---- */

/* Rows of CPUs. If there is not enough height for a row per CPU, several CPUs share a row. */
typedef struct
{
  guint32 n;
  guint32
      n_cpus; /* number of CPUs per row; fewer in the last row if they cannot be divided evenly */
  guint32 n_columns;
  float *shares; /* share of time during which the CPUs were busy, per row and column */
  float top;     /* highest share */
} CpuRows;

static float
get_share (const TvOverview *self, const CpuRows *rows, guint32 row, guint32 column)
{
  double length_ns = (double) (self->end_ns - self->start_ns);
  guint32 first = row * rows->n_cpus;
  guint32 end = MIN (first + rows->n_cpus, tv_activity_get_max_busy (self->activity));
  double sum = 0.0;

  for (guint32 cpu = first; cpu < end; cpu++)
    sum += tv_activity_get_cpu_share (self->activity, cpu, length_ns * column / rows->n_columns,
                                      length_ns * (column + 1) / rows->n_columns);
  return (float) (sum / (end - first));
}

static void
cpu_rows_init (CpuRows *rows, const TvOverview *self, double height)
{
  guint32 n_cpus = tv_activity_get_max_busy (self->activity);
  guint32 max = (guint32) MAX (floor (height / MIN_STRIP_PX), 1.0);

  rows->n_cpus = (n_cpus - 1) / max + 1;
  rows->n = (n_cpus - 1) / rows->n_cpus + 1;
  rows->n_columns = count_columns (self);
  rows->shares = g_new (float, (gsize) rows->n * rows->n_columns);
  rows->top = 0.0f;
  for (guint32 row = 0; row < rows->n; row++)
    for (guint32 column = 0; column < rows->n_columns; column++)
      {
        float share = get_share (self, rows, row, column);

        rows->shares[(gsize) row * rows->n_columns + column] = share;
        rows->top = MAX (rows->top, share);
      }
}

/* Returns the shade of a column; 0 if nothing ran. The shade is proportional to the square root of the share. With a
 * linear scale, most of a mostly idle trace would look alike. */
static guint
find_step (const CpuRows *rows, guint32 row, guint32 column)
{
  float share = rows->shares[(gsize) row * rows->n_columns + column];

  return share > 0.0f ? 1 + (guint) lroundf (sqrtf (share / rows->top) * (N_STEPS - 1)) : 0;
}

/* Paints the rows of CPUs. The busier a CPU, the stronger is the colour. */
static void
paint_cpus (const TvOverview *self, cairo_t *cr, double top, double height)
{
  CpuRows rows;

  cpu_rows_init (&rows, self, height);
  for (guint32 row = 0; row < rows.n; row++)
    {
      double y = round (top + height * row / rows.n);
      double bottom = round (top + height * (row + 1) / rows.n) - 1.0;

      for (guint32 column = 0; column < rows.n_columns;)
        {
          guint step = find_step (&rows, row, column);
          guint32 first = column++;
          TvColor color = get_shade (
              self, step > 0 ? FAINT_PART + (1.0 - FAINT_PART) * step / N_STEPS : GROUND_PART);

          while (column < rows.n_columns && find_step (&rows, row, column) == step)
            column++;
          cairo_rectangle (cr, self->label_width + first / self->scale, y,
                           (column - first) / self->scale, MAX (bottom - y, 1.0));
          tv_color_set_source (&color, cr);
          cairo_fill (cr);
        }
    }
  g_free (rows.shares);
}

static void
paint_chart (const TvOverview *self, cairo_t *cr)
{
  double bottom = self->height - MARGIN_PX - TICKS_PX - TICKS_GAP_PX;
  double height = MAX (bottom - MARGIN_PX, 1.0);

  if (tv_activity_get_kind (self->activity) == TV_ACTIVITY_CPUS)
    paint_cpus (self, cr, MARGIN_PX, height);
  else
    paint_activity (self, cr, bottom, height);
}

/* ---- Content ---- */

static void
paint_ticks (const TvOverview *self,
             cairo_t *cr,
             const TvActivity *activity,
             double y,
             double height,
             const TvColor *color)
{
  guint32 n_columns = count_columns (self);

  for (guint32 column = 0; column < n_columns; column++)
    {
      guint32 first = column;

      while (column < n_columns && !get_level (self, activity, column, n_columns).is_empty)
        column++;
      if (column > first)
        cairo_rectangle (cr, self->label_width + first / self->scale, y,
                         MAX ((column - first) / self->scale, MIN_TICK_PX), height);
    }
  tv_color_set_source (color, cr);
  cairo_fill (cr);
}

static void
paint_text (const TvOverview *self, cairo_t *cr, TvLabelCache *titles, TvLabelCache *details)
{
  double space = self->label_width - TEXT_INSET_PX - MARGIN_PX;
  double title_height = tv_label_cache_get_height (titles);
  double detail_height = tv_label_cache_get_height (details);
  double top = (self->height - title_height - detail_height) / 2.0;

  if (space <= 0.0)
    return;
  if (self->title != NULL)
    {
      tv_color_set_source (&self->theme->text, cr);
      tv_label_cache_draw (titles, cr, self->title, TEXT_INSET_PX, round (top + title_height / 2.0),
                           space);
    }
  if (self->detail != NULL)
    {
      tv_color_set_source (&self->theme->dim_text, cr);
      tv_label_cache_draw (details, cr, self->detail, TEXT_INSET_PX,
                           round (top + title_height + detail_height / 2.0), space);
    }
}

/**
 * tv_overview_paint:
 * @cr: target; the origin is the upper left corner
 * @titles: label cache with the font of the first line
 * @details: label cache with the font of the second line
 *
 * Paints everything that does not depend on the window, selection, bookmarks or cursor.
 */
void
tv_overview_paint (const TvOverview *self, cairo_t *cr, TvLabelCache *titles, TvLabelCache *details)
{
  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, self->width, self->height);
  cairo_clip (cr);
  tv_color_set_source (&self->theme->background, cr);
  cairo_paint (cr);
  paint_text (self, cr, titles, details);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  if (self->activity != NULL)
    paint_chart (self, cr);
  if (self->occurrences != NULL)
    paint_ticks (self, cr, self->occurrences, self->height - MARGIN_PX - TICKS_PX, TICKS_PX,
                 &self->theme->accent);
  if (self->hits != NULL)
    paint_ticks (self, cr, self->hits, MARGIN_PX, HIT_HEIGHT_PX, &self->theme->accent);
  tv_color_set_source (&self->theme->separator, cr);
  cairo_rectangle (cr, 0.0, self->height - 1.0, self->width, 1.0);
  cairo_rectangle (cr, self->label_width - 1.0, 0.0, 1.0, self->height);
  cairo_fill (cr);
  cairo_restore (cr);
}

/* ---- Window ---- */

static void
paint_selection (const TvOverview *self, cairo_t *cr)
{
  double x0, x1;

  if (self->selection_start_ns == self->selection_end_ns)
    return;
  x0 = round (tv_overview_get_x (self, self->selection_start_ns));
  x1 = MAX (round (tv_overview_get_x (self, self->selection_end_ns)), x0 + 1.0);
  tv_color_set_source (&self->theme->selection, cr);
  cairo_rectangle (cr, x0, 0.0, x1 - x0, self->height - 1.0);
  cairo_fill (cr);
  tv_color_set_source (&self->theme->selection_edge, cr);
  cairo_rectangle (cr, x0, 0.0, 1.0, self->height - 1.0);
  if (x1 - x0 >= 3.0)
    cairo_rectangle (cr, x1 - 1.0, 0.0, 1.0, self->height - 1.0);
  cairo_fill (cr);
}

/* Draws a pole with a small flag for each bookmark. Bookmarks of ranges have two poles, connected by a line. */
static void
paint_marks (const TvOverview *self, cairo_t *cr)
{
  double bottom = self->height - 1.0;

  for (guint i = 0; self->marks != NULL && i < self->marks->len; i++)
    {
      const TvBookmark *mark = &g_array_index (self->marks, TvBookmark, i);
      double x0 = floor (tv_overview_get_x (self, mark->start_ns));
      double x1 = floor (tv_overview_get_x (self, mark->end_ns));

      cairo_rectangle (cr, x0, 0.0, 1.0, bottom);
      if (x1 > x0)
        {
          cairo_rectangle (cr, x0, 0.0, x1 - x0, 2.0);
          cairo_rectangle (cr, x1, 0.0, 1.0, bottom);
        }
      cairo_move_to (cr, x0, 0.0);
      cairo_line_to (cr, x0 + FLAG_PX, FLAG_PX / 2.0);
      cairo_line_to (cr, x0, FLAG_PX);
      cairo_close_path (cr);
    }
  tv_color_set_source (&self->theme->mark, cr);
  cairo_fill (cr);
}

static void
append_pill (cairo_t *cr, double x, double y, double width, double height)
{
  double radius = width / 2.0;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 0.0);
  cairo_arc (cr, x + radius, y + height - radius, radius, 0.0, G_PI);
  cairo_close_path (cr);
}

/* Draws the handles. They are centred on the edges of the window, but remain inside the chart. */
static void
paint_grips (const TvOverview *self, cairo_t *cr, double x0, double x1)
{
  double y = round ((self->height - GRIP_HEIGHT_PX) / 2.0);
  double left = MAX (x0 + 0.5 - GRIP_WIDTH_PX / 2.0, self->label_width);
  double right = MIN (x1 - 0.5 - GRIP_WIDTH_PX / 2.0, self->width - GRIP_WIDTH_PX);

  append_pill (cr, left - 1.0, y - 1.0, GRIP_WIDTH_PX + 2.0, GRIP_HEIGHT_PX + 2.0);
  append_pill (cr, right - 1.0, y - 1.0, GRIP_WIDTH_PX + 2.0, GRIP_HEIGHT_PX + 2.0);
  tv_color_set_source (&self->theme->background, cr);
  cairo_fill (cr);
  append_pill (cr, left, y, GRIP_WIDTH_PX, GRIP_HEIGHT_PX);
  append_pill (cr, right, y, GRIP_WIDTH_PX, GRIP_HEIGHT_PX);
  tv_color_set_source (&self->theme->accent, cr);
  cairo_fill (cr);
}

/**
 * tv_overview_paint_window:
 * @cr: the target passed to tv_overview_paint()
 *
 * Paints the window with its handles, the selected range, bookmarks and cursor.
 */
void
tv_overview_paint_window (const TvOverview *self, cairo_t *cr)
{
  TvColor veil = self->theme->background, edge = self->theme->accent;
  double x0, x1, bottom = self->height - 1.0;

  tv_overview_get_window (self, &x0, &x1);
  x0 = round (x0);
  x1 = MAX (round (x1), x0 + 1.0);
  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, self->width, self->height);
  cairo_clip (cr);

  veil.alpha = VEIL_OPACITY;
  cairo_rectangle (cr, self->label_width, 0.0, x0 - self->label_width, bottom);
  cairo_rectangle (cr, x1, 0.0, self->width - x1, bottom);
  tv_color_set_source (&veil, cr);
  cairo_fill (cr);
  paint_selection (self, cr);
  paint_marks (self, cr);
  if (self->cursor_ns != G_MININT64)
    {
      cairo_rectangle (cr, floor (tv_overview_get_x (self, self->cursor_ns)), 0.0, 1.5, bottom);
      tv_color_set_source (&self->theme->accent, cr);
      cairo_fill (cr);
    }

  cairo_rectangle (cr, x0 + FRAME_PX / 2.0, 1.0 + FRAME_PX / 2.0, MAX (x1 - x0 - FRAME_PX, 0.0),
                   bottom - 1.0 - FRAME_PX);
  cairo_set_line_width (cr, FRAME_PX);
  tv_color_set_source (&edge, cr);
  cairo_stroke (cr);
  paint_grips (self, cr, x0, x1);
  cairo_restore (cr);
}
