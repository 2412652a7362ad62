/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "analysis/calls/call-search.h"
#include "core/memory/parallel.h"
#include "core/trace-builder.h"
#include "paint/flame/measure.h"
#include "paint/flame/painter.h"

/* Compares flame graphs of random calls with a layout that visits every node. */

#define N_NAMES 7
#define N_CALLS 400

typedef struct
{
  TvTrace *trace;
  TvCallTree *tree;
  TvFlameLayout *layout;
} Model;

/* Creates randomly nested calls with the names a … g, on one or more threads. */
static TvTrace *
make_trace (guint n_threads)
{
  g_autoptr (TvTraceBuilder) builder = tv_trace_builder_new (1, 0);
  char name[] = "a";

  tv_trace_builder_set_clocks (builder, TRUE, TRUE);
  for (int i = 0; i < N_NAMES; i++, name[0]++)
    {
      TvSymbol symbol = { i < 3 ? tv_trace_builder_intern (builder, "p.q.A", -1) : TV_NONE,
                          tv_trace_builder_intern (builder, name, -1), TV_NONE, TV_NONE, 0 };

      tv_trace_builder_add_symbol (builder, &symbol);
    }
  for (guint t = 0; t < n_threads; t++)
    {
      guint32 track = tv_trace_builder_ensure_track (
          builder, tv_trace_builder_ensure_thread (builder, TV_NONE, t + 1));
      guint32 open[64];
      gint64 now = 0, cpu = 0;
      int n_open = 0;

      for (int i = 0; i < N_CALLS; i++)
        {
          if (n_open > 0 && (n_open == 12 || g_test_rand_int_range (0, 100) < 49))
            tv_trace_builder_end (builder, track, open[--n_open], now, cpu, 0, -1);
          else
            {
              open[n_open] = (guint32) g_test_rand_int_range (0, N_NAMES);
              tv_trace_builder_begin (builder, track, open[n_open++], now, cpu, -1);
            }
          /* Some calls take a thousand times as long as others. */
          now += g_test_rand_int_range (0, 4) == 0 ? g_test_rand_int_range (0, 4000)
                                                   : g_test_rand_int_range (0, 5);
          cpu += g_test_rand_int_range (0, 3);
        }
      while (n_open > 0)
        tv_trace_builder_end (builder, track, open[--n_open], ++now, cpu, 0, -1);
    }
  return tv_trace_builder_finish (builder, NULL, NULL);
}

static void
model_init (Model *self, TvCallMeasure measure, TvCallTreeFlags flags)
{
  g_autoptr (TvCallPaths) paths = NULL;

  self->trace = make_trace (flags & TV_CALL_TREE_BY_THREAD ? 3 : 1);
  paths = tv_call_paths_new (self->trace, TV_CALLS_OF_SLICES, NULL, NULL);
  self->tree = tv_call_tree_new (paths, NULL, flags, NULL, NULL);
  self->layout = tv_flame_layout_new (self->tree, measure, NULL);
}

static void
model_clear (Model *self)
{
  tv_flame_layout_unref (self->layout);
  tv_call_tree_unref (self->tree);
  g_object_unref (self->trace);
}

static gint64
get_total (const TvCallNode *nodes, guint32 node, TvCallMeasure measure)
{
  return nodes[node].total.of[measure];
}

/* ---- Positions ---- */

static void
check_places (TvCallMeasure measure, TvCallTreeFlags flags)
{
  Model model;
  guint32 n;
  const TvCallNode *nodes;

  model_init (&model, measure, flags);
  nodes = tv_call_tree_get_nodes (model.tree, &n);
  g_assert_cmpint (tv_flame_layout_get_start (model.layout, 0), ==, 0);
  for (guint32 node = 1; node < n; node++)
    {
      const TvCallNode *parent = &nodes[nodes[node].parent];
      gint64 before = 0, length = get_total (nodes, node, measure);
      guint32 place = tv_flame_layout_get_index (model.layout, node);

      g_assert_cmpuint (tv_flame_layout_get_child (model.layout, nodes[node].parent, place), ==,
                        node);
      for (guint32 i = parent->first_child; i < parent->first_child + parent->n_children; i++)
        {
          gint64 other = get_total (nodes, i, measure);

          if (tv_flame_layout_get_index (model.layout, i) < place)
            {
              before += other;
              g_assert_cmpint (other, >=, length);
            }
        }
      g_assert_cmpint (tv_flame_layout_get_start (model.layout, node), ==,
                       tv_flame_layout_get_start (model.layout, nodes[node].parent) + before);
      g_assert_cmpint (tv_flame_layout_get_length (model.layout, node), ==, length);
    }
  model_clear (&model);
}

static void
test_places (void)
{
  for (int i = 0; i < 30; i++)
    for (TvCallMeasure m = 0; m < TV_N_MEASURES; m++)
      check_places (m, i % 2 ? TV_CALL_TREE_BY_THREAD : TV_CALL_TREE_MERGED);
}

/* ---- Expected frames ---- */

typedef struct
{
  const Model *model;
  const TvCallNode *nodes;
  TvCallMeasure measure;
  TvFlameRange range;
  double width, min;
  TvFlameFrames *frames;
  guint *next; /* per level: index of the next expected frame */
} Walk;

static gint32
to_pixel (const Walk *self, gint64 at)
{
  double x = ((double) (at - self->range.start) - self->range.offset) / self->range.length;

  return (gint32) CLAMP (round (x * self->width), 0.0, self->width);
}

static void
expect (Walk *self, guint level, guint32 node, guint32 n_merged, gint64 start, gint64 end)
{
  gint32 x0 = to_pixel (self, start), x1 = to_pixel (self, end);
  const TvFlameFrame *frames;
  guint n;

  if (x1 <= x0)
    return;
  g_assert_cmpuint (level, <, tv_flame_frames_count_levels (self->frames));
  frames = tv_flame_frames_get_level (self->frames, level, &n);
  g_assert_cmpuint (self->next[level], <, n);
  frames += self->next[level]++;
  g_assert_cmpuint (frames->node, ==, node);
  g_assert_cmpuint (frames->n_merged, ==, n_merged);
  g_assert_cmpint (frames->x0, ==, x0);
  g_assert_cmpint (frames->x1, ==, x1);
}

static void
walk (Walk *self, guint32 node, gint64 start)
{
  const TvCallNode *at = &self->nodes[node];
  g_autofree guint8 *is_done = g_new0 (guint8, MAX (at->n_children, 1));
  gint64 end = start;
  guint32 n_merged = 0, first_merged = TV_NONE;
  gint64 merged_start = 0;

  expect (self, at->depth, node, 0, start, start + get_total (self->nodes, node, self->measure));
  if (to_pixel (self, start) >=
      to_pixel (self, start + get_total (self->nodes, node, self->measure)))
    return;
  for (guint32 i = 0; i < at->n_children; i++)
    {
      guint32 widest = TV_NONE;
      gint64 length;

      for (guint32 k = 0; k < at->n_children; k++)
        if (!is_done[k] && (widest == TV_NONE ||
                            get_total (self->nodes, at->first_child + k, self->measure) >
                                get_total (self->nodes, at->first_child + widest, self->measure)))
          widest = k;
      is_done[widest] = TRUE;
      length = get_total (self->nodes, at->first_child + widest, self->measure);
      if (length == 0)
        break;
      if ((double) length >= self->min)
        walk (self, at->first_child + widest, end);
      else
        {
          if (n_merged++ == 0)
            {
              first_merged = at->first_child + widest;
              merged_start = end;
            }
        }
      end += length;
    }
  if (n_merged > 0)
    expect (self, at->depth + 1, first_merged, n_merged, merged_start, end);
}

static void
check_frames (const Model *model, guint32 zoom, gint32 width, double scale, TvFlameFrames *frames)
{
  guint32 n;
  Walk self = {
    .model = model,
    .nodes = tv_call_tree_get_nodes (model->tree, &n),
    .measure = tv_flame_layout_get_measure (model->layout),
    .range = tv_flame_layout_get_range (model->layout, zoom),
    .width = width,
    .frames = frames,
  };

  if (g_test_rand_bit ())
    self.range.offset = 0.25;
  self.min = MAX (0.8 * scale, 1.0) * self.range.length / width;
  tv_flame_frames_find (frames, model->layout, &self.range, width, scale);
  self.next = g_new0 (guint, tv_flame_frames_count_levels (frames) + 1);
  walk (&self, 0, 0);
  for (guint level = 0; level < tv_flame_frames_count_levels (frames); level++)
    {
      const TvFlameFrame *found = tv_flame_frames_get_level (frames, level, &n);

      g_assert_cmpuint (self.next[level], ==, n);
      for (gint32 x = 0; x < width; x++)
        {
          const TvFlameFrame *at = NULL;

          for (guint i = 0; i < n && at == NULL; i++)
            if (found[i].x0 <= x && x < found[i].x1)
              at = &found[i];
          g_assert_true (tv_flame_frames_find_at (frames, level, x) == at);
        }
    }
  g_assert_null (tv_flame_frames_find_at (frames, tv_flame_frames_count_levels (frames), 0));
  g_free (self.next);
}

static void
test_frames (void)
{
  static const gint32 widths[] = { 1, 7, 100, 333, 1400 };

  for (int i = 0; i < 20; i++)
    {
      Model model;
      TvFlameFrames frames;
      guint32 n;

      model_init (&model, (TvCallMeasure) (i % TV_N_MEASURES), TV_CALL_TREE_MERGED);
      tv_flame_frames_init (&frames);
      tv_call_tree_get_nodes (model.tree, &n);
      for (guint k = 0; k < G_N_ELEMENTS (widths); k++)
        {
          guint32 zoom = (guint32) g_test_rand_int_range (0, (gint32) n);

          check_frames (&model, 0, widths[k], 1.0, &frames);
          check_frames (&model, 0, widths[k], 2.0, &frames);
          if (tv_flame_layout_get_length (model.layout, zoom) > 0)
            check_frames (&model, zoom, widths[k], 1.0, &frames);
        }
      tv_flame_frames_clear (&frames);
      model_clear (&model);
    }
}

/* ---- Finding nodes ---- */

static void
test_search (void)
{
  for (int i = 0; i < 20; i++)
    {
      g_autoptr (TvTextMatch)
          match = tv_text_match_new (i % 2 ? "^p\\.q\\.A\\.[ab]$" : "d", i % 2, NULL);
      g_autoptr (TvCallSearch) search = NULL;
      TvCallValue total = { { 0 } };
      guint32 n, n_found = 0;
      const TvCallNode *nodes;
      Model model;

      model_init (&model, TV_MEASURE_WALL, i % 3 ? TV_CALL_TREE_MERGED : TV_CALL_TREE_BY_THREAD);
      nodes = tv_call_tree_get_nodes (model.tree, &n);
      search = tv_call_search_new (model.tree, match, NULL);
      for (guint32 node = 0; node < n; node++)
        {
          gboolean is_it = FALSE, is_inside = FALSE;

          for (guint32 at = node; at != TV_NONE; at = nodes[at].parent)
            {
              g_autofree char *name = tv_call_tree_dup_name (model.tree, nodes[at].name);
              gboolean has = i % 2 ? g_str_equal (name, "p.q.A.a") || g_str_equal (name, "p.q.A.b")
                                   : at != 0 && strchr (name, 'd') != NULL;

              if (at == node)
                is_it = has;
              else
                is_inside |= has;
            }
          g_assert_cmpint (search->is_found[node], ==, is_it);
          n_found += is_it;
          for (guint m = 0; m < TV_N_MEASURES && is_it && !is_inside; m++)
            total.of[m] += nodes[node].total.of[m];
        }
      g_assert_cmpuint (search->n_found, ==, n_found);
      for (guint m = 0; m < TV_N_MEASURES; m++)
        g_assert_cmpint (search->total.of[m], ==, total.of[m]);
      model_clear (&model);
    }
}

/* The frame that is zoomed in on is found again after the selection has changed. */
static void
test_same (void)
{
  for (int i = 0; i < 10; i++)
    {
      g_autoptr (TvSelection) part = tv_selection_new_range (0, g_test_rand_int_range (1, 60000));
      g_autoptr (TvCallTree) tree = NULL;
      g_autoptr (TvFlameLayout) layout = NULL;
      guint32 n;
      Model model;

      model_init (&model, TV_MEASURE_WALL, TV_CALL_TREE_MERGED);
      tree = tv_call_tree_new (tv_call_tree_get_paths (model.tree), part, TV_CALL_TREE_MERGED, NULL,
                               NULL);
      layout = tv_flame_layout_new (tree, TV_MEASURE_COUNT, NULL);
      tv_call_tree_get_nodes (tree, &n);
      for (guint32 node = 0; node < n; node++)
        {
          guint32 there = tv_flame_layout_find_same (model.layout, layout, node);

          g_assert_cmpuint (tv_flame_layout_find_same (layout, model.layout, there), ==, node);
          g_assert_cmpuint (tv_flame_layout_get_node (model.layout, there)->name, ==,
                            tv_flame_layout_get_node (layout, node)->name);
        }
      tv_call_tree_get_nodes (model.tree, &n);
      for (guint32 node = 0; node < n; node++)
        {
          /* If the other layout lacks the stack of a node, the nearest ancestor whose stack it contains represents
           * the node. */
          guint32 here = tv_flame_layout_find_same (layout, model.layout, node);
          guint32 there = tv_flame_layout_find_same (model.layout, layout, here);

          g_assert_true (tv_flame_layout_is_within (model.layout, node, there));
        }
      model_clear (&model);
    }
}

static void
test_symbol (void)
{
  Model model;
  guint32 n;
  const TvCallNode *nodes;

  model_init (&model, TV_MEASURE_COUNT, TV_CALL_TREE_MERGED);
  nodes = tv_call_tree_get_nodes (model.tree, &n);
  for (guint32 symbol = 0; symbol < N_NAMES; symbol++)
    {
      guint32 found = tv_flame_layout_find_symbol (model.layout, symbol);

      g_assert_cmpuint (nodes[found].name, ==, symbol);
      for (guint32 node = 0; node < n; node++)
        if (nodes[node].name == symbol)
          g_assert_cmpint (get_total (nodes, node, TV_MEASURE_COUNT), <=,
                           get_total (nodes, found, TV_MEASURE_COUNT));
    }
  g_assert_cmpuint (tv_flame_layout_find_symbol (model.layout, TV_NONE), ==, TV_NONE);
  model_clear (&model);
}

static void
test_sort (void)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (guint32));
  Model model;
  guint32 n;

  model_init (&model, TV_MEASURE_WALL, TV_CALL_TREE_BY_THREAD);
  tv_call_tree_get_nodes (model.tree, &n);
  for (guint32 node = n; node-- > 0;)
    g_array_append_val (sorted, node);
  tv_flame_layout_sort (model.layout, sorted);
  for (guint i = 1; i < sorted->len; i++)
    {
      guint32 before = g_array_index (sorted, guint32, i - 1);
      guint32 node = g_array_index (sorted, guint32, i);

      g_assert_cmpint (tv_flame_layout_get_start (model.layout, before), <=,
                       tv_flame_layout_get_start (model.layout, node));
      if (before != node && tv_flame_layout_is_within (model.layout, node, before))
        continue;
      g_assert_false (tv_flame_layout_is_within (model.layout, before, node));
    }
  model_clear (&model);
}

static void
test_mix (void)
{
  TvFlameRange from = { 1000000000000, 0.0, 9 }, to = { 1000000000004, 0.0, 2 };
  TvFlameRange middle = tv_flame_range_mix (&from, &to, 0.5);
  TvFlameRange back = tv_flame_range_mix (&to, &from, 0.125);

  g_assert_cmpint (middle.start, ==, 1000000000002);
  g_assert_cmpfloat (middle.offset, ==, 0.0);
  g_assert_cmpfloat (middle.length, ==, 5.5);
  g_assert_cmpint (back.start, ==, 1000000000003);
  g_assert_cmpfloat (back.offset, ==, 0.5);
  g_assert_cmpfloat (tv_flame_range_get_part (&back, 1000000000004), >, 0.0);
  middle = tv_flame_range_mix (&from, &to, 1.0);
  g_assert_cmpint (middle.start, ==, to.start);
}

/* ---- Pixels ---- */

#define WIDTH  600
#define HEIGHT 240
#define INSET  12

typedef struct
{
  Model model;
  TvRanking *ranking;
  TvColoring *coloring;
  TvFlamePainter *painter;
  TvFlameView view;
} Image;

static void
image_init (Image *self)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (TvProfile) profile = NULL;

  model_init (&self->model, TV_MEASURE_WALL, TV_CALL_TREE_MERGED);
  profile = tv_profile_new (self->model.trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  self->ranking = tv_ranking_new (profile);
  self->coloring = tv_coloring_new (self->model.trace, self->ranking, profile, TV_COLOR_BY_SYMBOL);
  self->painter = tv_flame_painter_new ();
  tv_flame_painter_set_font (self->painter, context, &metrics);
  g_object_unref (context);
  self->view = (TvFlameView){
    .layout = self->model.layout,
    .theme = tv_theme_get (FALSE, FALSE),
    .coloring = self->coloring,
    .range = tv_flame_layout_get_range (self->model.layout, 0),
    .width = WIDTH,
    .height = HEIGHT,
    .inset = INSET,
    .scale = 1.0,
    .selected = TV_NONE,
  };
}

static void
image_clear (Image *self)
{
  tv_flame_painter_free (self->painter);
  tv_coloring_unref (self->coloring);
  tv_ranking_unref (self->ranking);
  model_clear (&self->model);
}

static cairo_surface_t *
image_paint (Image *self)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  tv_flame_painter_paint (self->painter, cr, &self->view);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
get_pixel (cairo_surface_t *surface, int x, int y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);

  return ((const guint32 *) (gconstpointer) (data +
                                             (gsize) y * (gsize) cairo_image_surface_get_stride (
                                                             surface)))[x] |
         0xff000000;
}

/* Checks that every pixel in a row of frames, except in the gaps between frames, has the colour of the frame that the
 * hit test finds. */
static void
check_pixels (Image *self, cairo_surface_t *surface, guint32 zoom, const guint8 *is_found)
{
  guint32 background = tv_color_to_pixel (&self->view.theme->background);
  guint n_seen = 0;

  for (int y = 5; y < HEIGHT; y += 17) /* above the labels */
    for (int x = 0; x < WIDTH; x++)
      {
        TvFlameHit hit;
        guint32 pixel = get_pixel (surface, x, y);
        TvColor color;
        const TvCallNode *node;

        tv_flame_painter_hit_test (self->painter, &self->view, x, y, &hit);
        if (hit.node == TV_NONE)
          {
            g_assert_cmphex (pixel, ==, background);
            continue;
          }
        g_assert_cmpfloat (x, >=, hit.rect.x);
        g_assert_cmpfloat (x, <, hit.rect.x + hit.rect.width);
        if (hit.n_merged > 0 || hit.rect.width < 8.0 || x < hit.rect.x + 2.0 ||
            x >= hit.rect.x + hit.rect.width - 3.0)
          continue;
        node = tv_flame_layout_get_node (self->model.layout, hit.node);
        color = *tv_palette_get_color (
            tv_coloring_get_symbol (self->coloring, tv_call_name_get_symbol (node->name)));
        if (hit.node != zoom && tv_flame_layout_is_within (self->model.layout, zoom, hit.node))
          color = tv_color_mix (&self->view.theme->background, &self->view.theme->text, 0.14);
        if (is_found != NULL && !is_found[hit.node])
          color = tv_color_mix (&self->view.theme->background, &color, 0.34);
        g_assert_cmphex (pixel, ==, tv_color_to_pixel (&color));
        n_seen++;
      }
  g_assert_cmpuint (n_seen, >, WIDTH);
  cairo_surface_destroy (surface);
}

static void
test_pixels (void)
{
  g_autoptr (TvTextMatch) match = tv_text_match_new ("p.q", FALSE, NULL);
  g_autoptr (TvCallSearch) search = NULL;
  guint32 zoom;
  Image image;

  image_init (&image);
  check_pixels (&image, image_paint (&image), 0, NULL);
  search = tv_call_search_new (image.model.tree, match, NULL);
  image.view.is_found = search->is_found;
  check_pixels (&image, image_paint (&image), 0, search->is_found);
  image.view.is_found = NULL;
  /* Zoom in on the largest child of the root's largest child. */
  zoom = tv_flame_layout_get_child (image.model.layout,
                                    tv_flame_layout_get_child (image.model.layout, 0, 0), 0);
  image.view.zoom = zoom;
  image.view.range = tv_flame_layout_get_range (image.model.layout, zoom);
  check_pixels (&image, image_paint (&image), zoom, NULL);
  image_clear (&image);
}

/* If the root is at the bottom, the levels are the same in reverse order. */
static void
test_flipped (void)
{
  Image image;
  TvTimelineRect above, below;
  double height, bottom;
  guint32 n;

  image_init (&image);
  height = tv_flame_painter_get_height (image.painter, &image.view);
  bottom = MAX (height, HEIGHT);
  tv_call_tree_get_nodes (image.model.tree, &n);
  for (guint32 node = 0; node < n; node++)
    {
      gboolean is_there;

      image.view.is_flipped = FALSE;
      is_there = tv_flame_painter_find_rect (image.painter, &image.view, node, &above);
      image.view.is_flipped = TRUE;
      g_assert_cmpint (tv_flame_painter_find_rect (image.painter, &image.view, node, &below), ==,
                       is_there);
      if (!is_there)
        continue;
      g_assert_cmpfloat (below.x, ==, above.x);
      g_assert_cmpfloat (below.width, ==, above.width);
      g_assert_cmpfloat (below.y + below.height, ==, bottom - above.y);
      if (below.width >= 2.0) /* narrower frames may be in a strip or below a strip */
        {
          TvFlameHit hit;

          for (double y = below.y; y < below.y + below.height; y++)
            {
              tv_flame_painter_hit_test (image.painter, &image.view, below.x, y, &hit);
              g_assert_true (hit.n_merged > 0 || hit.node == node);
            }
        }
    }
  image_clear (&image);
}

/* If transforms changed the totals, the description of the graph contains the changed totals, in the unit of the
 * frames' widths. */
static void
test_moved (void)
{
  g_autoptr (TvTrace) trace = make_trace (1);
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, TV_CALLS_OF_SLICES, NULL, NULL);
  static const struct
  {
    TvTransformKind kind;
    const char *words; /* end of the description */
  } cases[] = {
    { TV_TRANSFORM_MERGE, " merged into callers" },
    { TV_TRANSFORM_DROP, " dropped" },
  };

  for (guint i = 0; i <= G_N_ELEMENTS (cases); i++)
    {
      TvTransform transform = { i < G_N_ELEMENTS (cases) ? cases[i].kind : 0, 0, NULL };
      g_autoptr (TvSelection) selection = i < G_N_ELEMENTS (cases)
                                              ? tv_selection_with_transform (NULL, &transform)
                                              : NULL;
      g_autoptr (TvCallTree)
          tree = tv_call_tree_new (paths, selection, TV_CALL_TREE_MERGED, NULL, NULL);
      g_autoptr (TvFlameLayout) layout = tv_flame_layout_new (tree, TV_MEASURE_COUNT, NULL);
      const TvCallMoved *moved = tv_call_tree_get_moved (tree);
      g_autofree char *words = tv_flame_measure_dup_moved (layout);
      gint64 n = moved->merged.of[TV_MEASURE_COUNT] + moved->omitted.of[TV_MEASURE_COUNT];
      g_autofree char *value = tv_flame_measure_dup_value (tree, TV_MEASURE_COUNT, n);
      g_autofree char *wanted = i < G_N_ELEMENTS (cases) ? g_strconcat (value, cases[i].words, NULL)
                                                         : NULL;

      g_assert_cmpint (n > 0, ==, wanted != NULL);
      g_assert_cmpstr (words, ==, wanted);
    }
}

static void
test_selected (void)
{
  Image image;
  cairo_surface_t *before, *after;
  guint32 n;

  image_init (&image);
  tv_call_tree_get_nodes (image.model.tree, &n);
  before = image_paint (&image);
  for (guint32 node = 0; node < n; node += 5)
    {
      TvTimelineRect rect;
      gboolean differs = FALSE;

      if (!tv_flame_painter_find_rect (image.painter, &image.view, node, &rect) ||
          rect.y + rect.height > HEIGHT)
        continue;
      image.view.selected = node;
      after = image_paint (&image);
      for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++)
          {
            gboolean is_near = x >= rect.x - 2.0 && x <= rect.x + MAX (rect.width, 2.0) + 2.0 &&
                               y >= rect.y - 2.0 && y <= rect.y + rect.height + 2.0;

            if (get_pixel (before, x, y) == get_pixel (after, x, y))
              continue;
            g_assert_true (is_near);
            differs = TRUE;
          }
      g_assert_true (differs);
      cairo_surface_destroy (after);
    }
  cairo_surface_destroy (before);
  image_clear (&image);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/flame/places", test_places);
  g_test_add_func ("/flame/frames", test_frames);
  g_test_add_func ("/flame/search", test_search);
  g_test_add_func ("/flame/same", test_same);
  g_test_add_func ("/flame/symbol", test_symbol);
  g_test_add_func ("/flame/sort", test_sort);
  g_test_add_func ("/flame/mix", test_mix);
  g_test_add_func ("/flame/pixels", test_pixels);
  g_test_add_func ("/flame/flipped", test_flipped);
  g_test_add_func ("/flame/selected", test_selected);
  g_test_add_func ("/flame/moved", test_moved);
  return g_test_run ();
}
