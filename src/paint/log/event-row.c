/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws log events in two rows: intervals above, points below. Severe events are in the upper row, and are drawn
 * last. Labels that would overlap are omitted, but marks are not. Among marks with the same shape and position, only
 * the first is drawn, so that the run time depends on the number of pixels. Called by strip.c for drawing, and by
 * ui/views/log/strip-view.c for finding the event below the pointer. Pure: computes the marks again on each call. */

#include "paint/log/strip-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/time-format.h"
#include "paint/log/event-labels.h"

#define MARK_PX        9.0
#define SPAN_HEIGHT_PX 11.0
#define SPAN_MIN_PX    10.0
#define APART_PX       3.0
#define LABEL_GAP_PX   5.0
#define LABEL_MIN_PX   24.0
#define LABEL_INSET_PX 12.0
#define MAX_LABELS     200
#define HIT_PX         7.0

/* An interval is still drawn if it ends at most this many ns after the visible range. */
#define AHEAD_NS (60 * G_GINT64_CONSTANT (1000000000))

/* A drawn event. */
typedef struct
{
  const TvDecodedLogLine *meaning;
  TvLogEventShape shape;
  double x, end_x; /* start and end in px; equal for a point */
  guint row;
} Mark;

static gint64
get_ts (const TvLogStrip *self, const TvDecodedLogLine *meaning)
{
  return tv_trace_get_log_lines (self->trace)->ts[meaning->line];
}

/* Returns whether the event is an interval that ends at the timestamp of its line. Excludes process lifetimes and
 * freezes, because too many of them overlap. */
static gboolean
is_span (const TvDecodedLogLine *meaning)
{
  return meaning->dur_ns > 0 && meaning->kind != TV_LOG_EVENT_PROCESS_DEATH &&
         meaning->kind != TV_LOG_EVENT_UNFREEZE;
}

/* Returns the index of the first event, from @low on, at or after a time. */
static guint
find_from (const TvLogStrip *self, guint low, gint64 ns)
{
  guint high = self->events->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (get_ts (self, &g_array_index (self->events, TvDecodedLogLine, middle)) < ns)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static Mark
make_mark (const TvLogStrip *self, const TvDecodedLogLine *meaning, TvLogEventShape shape)
{
  gint64 ts = get_ts (self, meaning);
  Mark mark = { .meaning = meaning, .shape = shape };

  mark.end_x = tv_log_strip_get_x (self, ts);
  mark.x = is_span (meaning) ? tv_log_strip_get_x (self, ts - meaning->dur_ns) : mark.end_x;
  if (mark.end_x - mark.x < SPAN_MIN_PX)
    mark.x = mark.end_x; /* an interval that is too short is drawn as a point */
  mark.row = mark.x < mark.end_x || shape == TV_LOG_EVENT_FLAG ? 0 : 1;
  return mark;
}

/* Returns the marks of all shapes in the order of their lines, and sets @n_in_sight to the number of visible events. */
static GArray *
find_marks (const TvLogStrip *self, guint *n_in_sight)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  guint first = find_from (self, 0, self->scale.start_ns);
  guint end = find_from (self, first, self->scale.end_ns);
  guint ahead = find_from (self, end, self->scale.end_ns + AHEAD_NS);
  double last_x[TV_N_LOG_EVENT_SHAPES][2];

  *n_in_sight = end - first;
  for (guint i = 0; i < TV_N_LOG_EVENT_SHAPES; i++)
    last_x[i][0] = last_x[i][1] = -G_MAXDOUBLE;
  for (guint i = first; i < ahead; i++)
    {
      const TvDecodedLogLine *meaning = &g_array_index (self->events, TvDecodedLogLine, i);
      TvLogEventShape shape = tv_log_event_get_shape (meaning->kind);
      Mark mark = make_mark (self, meaning, shape);

      if (mark.x == mark.end_x && (i >= end || mark.x - last_x[shape][mark.row] < APART_PX))
        continue;
      last_x[shape][mark.row] = mark.x;
      g_array_append_val (marks, mark);
    }
  return marks;
}

static double
get_row_y (const TvLogStrip *self, guint row)
{
  double top = self->ruler_height + self->bars_height;

  return floor (top + self->events_height * (row == 0 ? 0.29 : 0.73)) + 0.5;
}

static void
append_shape (cairo_t *cr, TvLogEventShape shape, double x, double y)
{
  double half = MARK_PX / 2.0;

  switch (shape)
    {
    case TV_LOG_EVENT_FLAG:
      cairo_move_to (cr, x - half, y - half - 1.0);
      cairo_line_to (cr, x + half, y - half - 1.0);
      cairo_line_to (cr, x + half, y + half - 1.5);
      cairo_line_to (cr, x, y + half + 2.0);
      cairo_line_to (cr, x - half, y + half - 1.5);
      cairo_close_path (cr);
      break;
    case TV_LOG_EVENT_TRIANGLE:
      cairo_move_to (cr, x, y - half);
      cairo_line_to (cr, x + half + 0.5, y + half);
      cairo_line_to (cr, x - half - 0.5, y + half);
      cairo_close_path (cr);
      break;
    case TV_LOG_EVENT_DISC:
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, half - 0.5, 0.0, 2.0 * G_PI);
      break;
    case TV_LOG_EVENT_SQUARE:
    case TV_N_LOG_EVENT_SHAPES:
    default:
      cairo_rectangle (cr, x - half + 1.0, y - half + 1.0, MARK_PX - 2.0, MARK_PX - 2.0);
      break;
    }
}

static void
append_pill (cairo_t *cr, double x, double end_x, double y)
{
  double radius = SPAN_HEIGHT_PX / 2.0;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + radius, y, radius, G_PI / 2.0, 3.0 * G_PI / 2.0);
  cairo_arc (cr, end_x - radius, y, radius, -G_PI / 2.0, G_PI / 2.0);
  cairo_close_path (cr);
}

static void
paint_marks (const TvLogStrip *self, cairo_t *cr, const GArray *marks)
{
  /* Shapes are ordered by severity; the most severe is painted last. */
  for (guint shape = TV_N_LOG_EVENT_SHAPES; shape-- > 0;)
    {
      for (guint i = 0; i < marks->len; i++)
        {
          const Mark *mark = &g_array_index (marks, Mark, i);

          if (mark->shape != shape)
            continue;
          if (mark->x < mark->end_x)
            append_pill (cr, mark->x, mark->end_x, get_row_y (self, mark->row));
          else
            append_shape (cr, mark->shape, mark->x, get_row_y (self, mark->row));
        }
      tv_color_set_source (tv_log_event_shape_get_color ((TvLogEventShape) shape), cr);
      cairo_fill (cr);
    }
}

/* Paints a label after each mark, if it fits before the next mark in the row. Returns the number of labels. */
static guint
paint_labels (const TvLogStrip *self, cairo_t *cr, const GArray *marks, TvLabelCache *labels)
{
  double right[2] = { self->label_width + self->scale.n_columns,
                      self->label_width + self->scale.n_columns };
  guint n = 0;

  tv_color_set_source (&self->theme->text, cr);
  for (guint i = marks->len; i-- > 0 && n < MAX_LABELS;)
    {
      const Mark *mark = &g_array_index (marks, Mark, i);
      double x = mark->end_x + MARK_PX / 2.0 + LABEL_GAP_PX;
      double space = right[mark->row] - x - LABEL_GAP_PX;

      if (space >= LABEL_MIN_PX)
        {
          g_autofree char *label = tv_log_event_dup_label (self->trace, mark->meaning);

          tv_label_cache_draw (labels, cr, label, x, get_row_y (self, mark->row), space);
          n++;
        }
      right[mark->row] = MIN (right[mark->row], mark->x - MARK_PX / 2.0);
    }
  return n;
}

void
tv_log_strip_paint_events (const TvLogStrip *self, cairo_t *cr, TvLabelCache *labels)
{
  guint n_in_sight;
  g_autoptr (GArray) marks = NULL;
  g_autofree char *some = NULL;
  g_autofree char *all = NULL;
  g_autofree char *count = NULL;

  tv_color_set_source (&self->theme->text, cr);
  tv_label_cache_draw (labels, cr, _("Events"), LABEL_INSET_PX, get_row_y (self, 0),
                       self->label_width - LABEL_INSET_PX);
  if (self->events == NULL)
    return;
  marks = find_marks (self, &n_in_sight);
  some = tv_count_format (n_in_sight);
  all = tv_count_format (self->events->len);
  /* Translators: the number of visible events, and the number of all events */
  count = g_strdup_printf (_("%s of %s shown"), some, all);
  tv_color_set_source (&self->theme->dim_text, cr);
  tv_label_cache_draw (labels, cr, count, LABEL_INSET_PX, get_row_y (self, 1),
                       self->label_width - LABEL_INSET_PX);
  cairo_save (cr);
  cairo_rectangle (cr, self->label_width, self->ruler_height + self->bars_height,
                   self->scale.n_columns, self->events_height);
  cairo_clip (cr);
  paint_marks (self, cr, marks);
  paint_labels (self, cr, marks, labels);
  cairo_restore (cr);
}

/**
 * tv_log_strip_find_event:
 * @x: x coordinate in the strip, in px
 * @y: y coordinate in the strip, in px
 *
 * Returns: the index of the event at the position, or %TV_NONE
 */
guint32
tv_log_strip_find_event (const TvLogStrip *self, double x, double y)
{
  double top = self->ruler_height + self->bars_height, best = HIT_PX;
  guint n_in_sight, row = y < top + self->events_height / 2.0 ? 0 : 1;
  guint32 found = TV_NONE;
  g_autoptr (GArray) marks = NULL;

  if (self->events == NULL || y < top || y >= top + self->events_height || x < self->label_width)
    return TV_NONE;
  marks = find_marks (self, &n_in_sight);
  for (guint i = 0; i < marks->len; i++)
    {
      const Mark *mark = &g_array_index (marks, Mark, i);
      double apart = x < mark->x ? mark->x - x : x > mark->end_x ? x - mark->end_x : 0.0;

      if (mark->row == row && apart <= best)
        {
          best = apart;
          found = (guint32) (mark->meaning - (const TvDecodedLogLine *) self->events->data);
        }
    }
  return found;
}
