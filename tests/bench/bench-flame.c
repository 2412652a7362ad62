/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures the painting of a flame graph of 1920×1080 px: during animated zooms into random visible nodes and back,
 * with and without matches of a search, in ms of CPU time of the painting thread. Also measures the wall time to
 * build the call tree, its layout and the reversed tree.
 *
 *   bench-flame FILE */

#include <locale.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/calls/profile.h"
#include "analysis/calls/ranking.h"
#include "formats/load.h"
#include "paint/flame/painter.h"
#include "paint/kit/sheet-font.h"

#define WIDTH    1920
#define HEIGHT   1080
#define N_ZOOMS  60
#define N_EASED  9
#define N_FRAMES (N_ZOOMS * N_EASED)

typedef struct
{
  TvFlamePainter *painter;
  TvFlameView view;
  cairo_surface_t *surface;
  double *times_ms;
  guint n;
} Journey;

static double
get_ms_of (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

static double
get_ms (void)
{
  return get_ms_of (CLOCK_MONOTONIC);
}

/* Returns the CPU time of the painting thread, which other programs do not affect. */
static double
get_used_ms (void)
{
  return get_ms_of (CLOCK_THREAD_CPUTIME_ID);
}

static int
compare_doubles (const void *a, const void *b)
{
  double da = *(const double *) a, db = *(const double *) b;

  return (da > db) - (da < db);
}

static void
paint (Journey *self)
{
  double start_ms = get_used_ms ();
  cairo_t *cr = cairo_create (self->surface);

  tv_flame_painter_paint (self->painter, cr, &self->view);
  cairo_destroy (cr);
  cairo_surface_flush (self->surface);
  self->times_ms[self->n++] = get_used_ms () - start_ms;
}

static void
zoom_to (Journey *self, guint32 node)
{
  TvFlameRange from = self->view.range;
  TvFlameRange to = tv_flame_layout_get_range (self->view.layout, node);

  self->view.zoom = node;
  for (int i = 1; i <= N_EASED; i++)
    {
      self->view.range = tv_flame_range_mix (&from, &to, (double) i / N_EASED);
      paint (self);
    }
}

static void
run_journey (const char *what, Journey *self)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  self->n = 0;
  self->view.zoom = 0;
  self->view.range = tv_flame_layout_get_range (self->view.layout, 0);
  while (self->n < N_FRAMES)
    {
      TvFlameHit hit;

      tv_flame_painter_hit_test (self->painter, &self->view,
                                 g_rand_double_range (random, 20.0, WIDTH - 20.0),
                                 g_rand_double_range (random, 0.0, 300.0), &hit);
      if (hit.node != TV_NONE && tv_flame_layout_get_length (self->view.layout, hit.node) > 0 &&
          hit.node != self->view.zoom)
        zoom_to (self, hit.node);
      else
        zoom_to (self, 0);
    }
  qsort (self->times_ms, self->n, sizeof *self->times_ms, compare_doubles);
  g_print ("%-24s p50 %5.2f   p99 %5.2f   worst %5.2f ms, %u frames\n", what,
           self->times_ms[self->n / 2], self->times_ms[self->n * 99 / 100],
           self->times_ms[self->n - 1], self->n);
}

static void
show (TvTrace *trace, TvCallTree *tree, const char *what)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);
  g_autoptr (TvColoring) coloring = tv_coloring_new (trace, ranking, profile, TV_COLOR_BY_SYMBOL);
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (TV_SHEET_FONT_PX);
  PangoContext *context = tv_sheet_font_new_context (NULL);
  double start_ms = get_ms ();
  g_autoptr (TvFlameLayout)
      layout = tv_flame_layout_new (tree, tv_call_tree_get_measure (tree), NULL);
  g_autofree guint8 *is_found = NULL;
  Journey journey = {
    .painter = tv_flame_painter_new (),
    .surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT),
    .times_ms = g_new (double, N_FRAMES + N_EASED),
    .view = { .layout = layout,
              .theme = tv_theme_get (FALSE, FALSE),
              .coloring = coloring,
              .width = WIDTH,
              .height = HEIGHT,
              .inset = 12.0,
              .scale = 1.0,
              .selected = TV_NONE },
  };
  guint32 n;

  tv_call_tree_get_nodes (tree, &n);
  g_print ("%s: %u nodes, layout %.1f ms\n", what, n, get_ms () - start_ms);
  tv_flame_painter_set_font (journey.painter, context, &metrics);
  run_journey ("  frames", &journey);
  is_found = g_new (guint8, n);
  for (guint32 node = 0; node < n; node++)
    is_found[node] = node % 7 == 0;
  journey.view.is_found = is_found;
  run_journey ("  frames, a search", &journey);
  tv_flame_painter_free (journey.painter);
  cairo_surface_destroy (journey.surface);
  g_object_unref (context);
  g_free (journey.times_ms);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallPaths) paths = NULL;
  g_autoptr (TvCallTree) tree = NULL;
  g_autoptr (TvCallTree) reversed = NULL;
  double start_ms;

  setlocale (LC_ALL, "");
  trace = argc == 2 ? tv_load (argv[1], NULL, NULL, NULL, &error) : NULL;
  if (trace == NULL)
    {
      g_printerr ("bench-flame: %s\n", error != NULL ? error->message : "FILE is missing");
      return EXIT_FAILURE;
    }
  start_ms = get_ms ();
  paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
  g_print ("call paths %.1f ms\n", get_ms () - start_ms);
  start_ms = get_ms ();
  tree = tv_call_tree_new (paths, NULL, TV_CALL_TREE_MERGED, NULL, NULL);
  g_print ("tree %.1f ms\n", get_ms () - start_ms);
  show (trace, tree, "flame graph");
  start_ms = get_ms ();
  reversed = tv_call_tree_new_reversed (tree, NULL);
  g_print ("reversed tree %.1f ms\n", get_ms () - start_ms);
  show (trace, reversed, "reversed");
  return EXIT_SUCCESS;
}
