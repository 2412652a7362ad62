/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures work on a loaded log: filtering all lines, counting the lines per pixel of the strip, finding the events
 * of lines, and painting the strip during a pan.
 *
 * Usage: bench-log FILE */

#include "analysis/log/log-density.h"
#include "analysis/log/log-events.h"
#include "analysis/log/timed-rows.h"
#include "formats/load.h"
#include "paint/kit/sheet-font.h"
#include "paint/log/strip.h"

#define N_FRAMES 200
#define WIDTH    1920

static gint64 begun_us;

static void
emit (const char *what, guint n_times, guint32 n_found)
{
  double ms = (double) (g_get_monotonic_time () - begun_us) / 1000.0 / n_times;

  g_print ("%-28s %10.3f ms %12u\n", what, ms, n_found);
  begun_us = g_get_monotonic_time ();
}

static void
filter (TvTrace *trace, const char *what, const TvRowCondition *condition)
{
  g_autoptr (GArray) rows = NULL;

  begun_us = g_get_monotonic_time ();
  rows = tv_timed_rows_filter (trace, &tv_log_rows, G_MININT64, G_MAXINT64, condition, 1, NULL);
  emit (what, 1, rows->len);
}

static void
filter_text (TvTrace *trace, const char *what, const char *query, gboolean is_regex)
{
  g_autoptr (TvTextMatch) match = tv_text_match_new (query, is_regex, NULL);
  TvRowCondition condition = { .test = TV_ROW_HAS, .text = match };

  filter (trace, what, &condition);
}

static void
paint (TvTrace *trace, const TvLogDensity *density, const GArray *events)
{
  PangoContext *context = tv_sheet_font_new_context (NULL);
  g_autoptr (TvLabelCache) labels = tv_label_cache_new (context, 11.0, PANGO_WEIGHT_NORMAL);
  gint64 start_ns = tv_trace_get_start_ns (trace);
  gint64 length_ns = tv_trace_get_end_ns (trace) - start_ns;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, 150);
  cairo_t *cr = cairo_create (surface);

  begun_us = g_get_monotonic_time ();
  for (guint i = 0; i < N_FRAMES; i++)
    {
      TvLogStrip strip = { .trace = trace,
                           .density = density,
                           .events = events,
                           .theme = tv_theme_get (FALSE, FALSE),
                           .scale = { start_ns + length_ns / 3 / N_FRAMES * i,
                                      start_ns + length_ns / 3 * 2 + length_ns / 3 / N_FRAMES * i,
                                      WIDTH - 128 },
                           .label_width = 128,
                           .ruler_height = TV_LOG_STRIP_RULER_PX,
                           .bars_height = TV_LOG_STRIP_BARS_PX,
                           .events_height = TV_LOG_STRIP_EVENTS_PX,
                           .frame_end_ns = -1,
                           .cursor_ns = G_MININT64 };

      tv_log_strip_paint (&strip, cr, labels);
    }
  cairo_surface_flush (surface);
  emit ("paint the strip", N_FRAMES, events->len);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_object_unref (context);
}

int
main (int argc, char *argv[])
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvLogDensity) density = NULL;
  g_autoptr (GArray) events = NULL;
  const TvLogLines *lines;
  TvRowCondition errors = { TV_ROW_AT_MIN, TV_LOG_ROW_LEVEL, TV_LOG_LEVEL_ERROR, NULL };
  TvRowCondition tag = { TV_ROW_IS, TV_LOG_ROW_TAG, 0, NULL };

  if (argc != 2)
    {
      g_printerr ("Usage: bench-log FILE\n");
      return 2;
    }
  begun_us = g_get_monotonic_time ();
  trace = tv_load (argv[1], NULL, NULL, NULL, &error);
  if (trace == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  lines = tv_trace_get_log_lines (trace);
  /* Loading includes decoding the lines, because the timeline shows their events from the start. */
  emit ("load and decode all lines", 1, lines->n);
  if (lines->n == 0)
    return 0;
  tag.id = lines->tag[lines->n / 2];
  filter (trace, "filter to errors", &errors);
  filter (trace, "filter to a tag", &tag);
  filter_text (trace, "filter to a text", "cartstore", FALSE);
  filter_text (trace, "filter to a text, exactly", "CartStore", FALSE);
  filter_text (trace, "filter to an expression", "cart.*closed", TRUE);
  begun_us = g_get_monotonic_time ();
  density = tv_log_density_new (trace, NULL, NULL);
  emit ("count for the strip", 1, lines->n);
  events = tv_log_events_new (trace, NULL, NULL, NULL);
  emit ("list the decoded events", 1, events->len);
  paint (trace, density, events);
  return 0;
}
