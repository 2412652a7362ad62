/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/error.h"
#include "core/trace-builder.h"
#include "timeline-image.h"

/* Compares stacks over time with a loop over all samples. A stack is a string with one letter per function, beginning
 * with the outermost function. */

#define PERIOD_NS 1000
#define MAX_DEPTH 6

typedef struct
{
  gint64 ts;
  char stack[MAX_DEPTH + 1];
} StackSample;

typedef struct
{
  TvTraceBuilder *builder;
  guint32 kind;
} Profile;

static Profile
profile_new (void)
{
  Profile self = { .builder = tv_trace_builder_new (1, 0) };

  self.kind = tv_trace_builder_add_sample_kind (
      self.builder, tv_trace_builder_intern (self.builder, "cpu-clock", -1), TV_WEIGHT_NS);
  return self;
}

/* Adds a sample. Functions have several addresses, which must have no effect. */
static void
add_stack_sample (Profile *self, guint32 tid, const StackSample *stack_sample)
{
  guint32 callsite = TV_NONE;

  for (const char *f = stack_sample->stack; *f != '\0'; f++)
    {
      TvSymbol symbol = { TV_NONE, tv_trace_builder_intern (self->builder, f, 1), TV_NONE, TV_NONE,
                          0 };
      TvFrame frame = { .symbol = tv_trace_builder_add_symbol (self->builder, &symbol),
                        .mapping = TV_NONE,
                        .relative_pc = (guint64) (16 * *f + stack_sample->ts % 3),
                        .source_file = TV_NONE };

      callsite = tv_trace_builder_add_callsite (self->builder, callsite,
                                                tv_trace_builder_add_frame (self->builder, &frame));
    }
  tv_trace_builder_add_stack_sample (
      self->builder,
      &(TvStackSample){ .ts = stack_sample->ts,
                        .kind = self->kind,
                        .utid = tv_trace_builder_ensure_thread (self->builder, TV_NONE, tid),
                        .cpu = TV_NONE,
                        .callsite = callsite,
                        .weight = PERIOD_NS });
}

static TvTrace *
profile_finish (Profile *self)
{
  g_autoptr (TvTraceBuilder) builder = self->builder;

  return tv_trace_builder_finish (builder, NULL, NULL);
}

static guint32
find_thread (TvTrace *trace, guint32 tid)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (trace, &n);

  for (guint32 utid = 0; utid < n; utid++)
    if (threads[utid].tid == tid)
      return utid;
  g_assert_not_reached ();
}

/* ---- Expected result ---- */

static gboolean
is_joined (const StackSample *stack_samples, guint i)
{
  return stack_samples[i + 1].ts - stack_samples[i].ts <= 2 * PERIOD_NS;
}

static gint64
get_end (const StackSample *stack_samples, guint n, guint i)
{
  return i + 1 < n && is_joined (stack_samples, i) ? stack_samples[i + 1].ts
                                                   : stack_samples[i].ts + PERIOD_NS;
}

static gboolean
shares (const StackSample *stack_samples, guint i, guint32 level)
{
  return is_joined (stack_samples, i) &&
         strncmp (stack_samples[i].stack, stack_samples[i + 1].stack, level + 1) == 0 &&
         strlen (stack_samples[i].stack) > level;
}

static char
get_letter (TvTrace *trace, TvCallName name)
{
  g_autofree char *text = tv_trace_dup_symbol_name (trace, tv_call_name_get_symbol (name));

  return text[0];
}

static void
make_stack_samples (StackSample *stack_samples, guint n)
{
  gint64 ts = 5000;

  for (guint i = 0; i < n; i++)
    {
      int depth = g_test_rand_int_range (1, MAX_DEPTH + 1);
      /* Most stacks share some outer functions with the previous stack. */
      int kept = i > 0 ? MIN ((int) strlen (stack_samples[i - 1].stack),
                              g_test_rand_int_range (0, 2 * MAX_DEPTH))
                       : 0;

      for (int level = 0; level < depth; level++)
        stack_samples[i].stack[level] = level < kept ? stack_samples[i - 1].stack[level]
                                                     : (char) ('a' + g_test_rand_int_range (0, 3));
      stack_samples[i].stack[depth] = '\0';
      stack_samples[i].ts = ts;
      ts += g_test_rand_int_range (0, 20) == 0 ? g_test_rand_int_range (2001, 9000) : PERIOD_NS;
    }
}

/* ---- Tests ---- */

/* A run covers consecutive samples that share a function and all its callers, without a pause. */
static void
check_runs (TvTrace *trace,
            const TvStackChart *chart,
            guint32 utid,
            const StackSample *stack_samples,
            guint n)
{
  const TvThreadSamples *samples = tv_stack_chart_get_samples (chart);
  guint32 first_row = samples->first[utid];

  g_assert_cmpuint (samples->first[utid + 1] - first_row, ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpuint (tv_stack_chart_get_n_levels (chart, first_row + i), ==,
                        strlen (stack_samples[i].stack));
      g_assert_cmpuint (tv_stack_chart_find_row (chart, utid, samples->rows[first_row + i]), ==,
                        first_row + i);
      for (guint32 level = 0; stack_samples[i].stack[level] != '\0'; level++)
        {
          guint first = i, last = i;
          TvStackRun run;

          while (first > 0 && shares (stack_samples, first - 1, level))
            first--;
          while (last + 1 < n && shares (stack_samples, last, level))
            last++;
          tv_stack_chart_measure (chart, utid, first_row + i, level, &run);
          g_assert_cmpint (get_letter (trace, run.name), ==, stack_samples[i].stack[level]);
          g_assert_cmpint (run.start_ns, ==, stack_samples[first].ts);
          g_assert_cmpint (run.end_ns, ==, get_end (stack_samples, n, last));
          g_assert_cmpuint (run.n_samples, ==, last + 1 - first);
        }
    }
}

/* Returns the bar of a level that covers a column, or NULL. */
static const TvStackBar *
find_bar (const GArray *bars, guint32 level, guint32 column)
{
  const TvStackBar *found = NULL;

  for (guint i = 0; i < bars->len; i++)
    {
      const TvStackBar *bar = &g_array_index (bars, TvStackBar, i);

      g_assert_cmpuint (bar->first, <, bar->end);
      if (bar->level != level || bar->first > column || bar->end <= column)
        continue;
      g_assert_null (found);
      found = bar;
    }
  return found;
}

/* A column shows the complete stack of one of its samples, or of the previous sample if that sample extends to the
 * column. The hit test of the column finds the sample. */
static void
check_columns (TvTrace *trace,
               const TvStackChart *chart,
               guint32 utid,
               const StackSample *stack_samples,
               guint n,
               const TvTimeScale *scale)
{
  const TvThreadSamples *samples = tv_stack_chart_get_samples (chart);
  g_autoptr (GArray) bars = g_array_new (FALSE, FALSE, sizeof (TvStackBar));

  tv_stack_chart_find (chart, utid, scale, 0, MAX_DEPTH, bars);
  for (guint32 column = 0; column < scale->n_columns; column++)
    {
      gint64 start_ns = tv_time_scale_ceil (scale, column);
      gint64 end_ns = tv_time_scale_ceil (scale, column + 1);
      guint32 row = tv_stack_chart_find_at (chart, utid, scale, column);
      guint first = 0, end = 0, i;

      for (i = 0; i < n; i++)
        {
          first += stack_samples[i].ts < start_ns;
          end += stack_samples[i].ts < end_ns;
        }
      if (first == end && (first == 0 || get_end (stack_samples, n, first - 1) <=
                                             tv_time_scale_floor (scale, column)))
        {
          g_assert_cmpuint (row, ==, TV_NONE);
          for (guint32 level = 0; level < MAX_DEPTH; level++)
            g_assert_null (find_bar (bars, level, column));
          continue;
        }
      i = row - samples->first[utid];
      g_assert_cmpuint (i, >=, first < end ? first : first - 1);
      g_assert_cmpuint (i, <, MAX (end, first));
      for (guint32 level = 0; level < MAX_DEPTH; level++)
        {
          const TvStackBar *bar = find_bar (bars, level, column);

          if (level >= strlen (stack_samples[i].stack))
            g_assert_null (bar);
          else
            g_assert_cmpint (get_letter (trace, bar->name), ==, stack_samples[i].stack[level]);
        }
    }
}

static void
test_random (void)
{
  for (guint round = 0; round < 60; round++)
    {
      guint n = (guint) g_test_rand_int_range (4, 400);
      g_autofree StackSample *stack_samples = g_new (StackSample, n);
      Profile profile = profile_new ();
      StackSample alone = { .ts = 7777, .stack = "abc" };
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvStackChart) chart = NULL;

      make_stack_samples (stack_samples, n);
      for (guint i = 0; i < n; i++)
        add_stack_sample (&profile, 11, &stack_samples[i]);
      add_stack_sample (&profile, 12, &alone);
      tv_trace_builder_ensure_thread (profile.builder, TV_NONE, 13);
      trace = profile_finish (&profile);
      chart = tv_stack_chart_new (trace, 0, NULL, NULL);
      g_assert_cmpint (tv_stack_chart_get_samples (chart)->interval_ns, ==, PERIOD_NS);
      check_runs (trace, chart, find_thread (trace, 11), stack_samples, n);
      check_runs (trace, chart, find_thread (trace, 12), &alone, 1);
      for (guint scale = 0; scale < 6; scale++)
        {
          gint64 length_ns = (gint64) n * PERIOD_NS >> scale;
          gint64 from_ns = 3000 + g_test_rand_int_range (0, (int) n) * PERIOD_NS / 2;
          TvTimeScale of_time = { from_ns, from_ns + MAX (length_ns, 1),
                                  (guint32) g_test_rand_int_range (1, 300) };

          check_columns (trace, chart, find_thread (trace, 11), stack_samples, n, &of_time);
          check_columns (trace, chart, find_thread (trace, 12), &alone, 1, &of_time);
          g_assert_cmpuint (tv_stack_chart_find_at (chart, find_thread (trace, 13), &of_time, 0),
                            ==, TV_NONE);
        }
    }
}

/* A column with many samples shows the functions of most samples, even if the middle sample differs. */
static void
test_majority (void)
{
  static const char *const stacks[] = { "abd", "abd", "abe", "abd", "abd", "abd", "ac", "abc" };
  TvTimeScale scale = { 0, 20 * PERIOD_NS, 1 };
  Profile profile = profile_new ();
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvStackChart) chart = NULL;
  g_autoptr (GArray) bars = g_array_new (FALSE, FALSE, sizeof (TvStackBar));

  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    {
      StackSample stack_sample = { .ts = i * PERIOD_NS };

      g_strlcpy (stack_sample.stack, stacks[i], sizeof stack_sample.stack);
      add_stack_sample (&profile, 11, &stack_sample);
    }
  trace = profile_finish (&profile);
  chart = tv_stack_chart_new (trace, 0, NULL, NULL);
  tv_stack_chart_find (chart, find_thread (trace, 11), &scale, 0, MAX_DEPTH, bars);
  g_assert_cmpuint (bars->len, ==, 3);
  for (guint32 level = 0; level < 3; level++)
    g_assert_cmpint (get_letter (trace, find_bar (bars, level, 0)->name), ==, "abd"[level]);
}

static void
test_cancelled (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GError) error = NULL;
  StackSample stack_sample = { .ts = 1, .stack = "a" };
  Profile profile = profile_new ();

  add_stack_sample (&profile, 11, &stack_sample);
  trace = profile_finish (&profile);
  g_cancellable_cancel (cancellable);
  g_assert_null (tv_stack_chart_new (trace, 0, cancellable, &error));
  g_assert_error (error, TV_ERROR, TV_ERROR_CANCELLED);
}

/* A row that shows the stack chart has one line per level below its strip. The hit test finds the function that is
 * drawn at a point. */
static void
test_row (void)
{
  static const char *const stacks[] = { "ab", "ab", "acd", "acd" };
  Profile profile = profile_new ();
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvStackChart) chart = NULL;
  const TvTimelineRow *row;
  cairo_surface_t *surface;
  gint64 strip_height;
  Image image;

  for (guint i = 0; i < G_N_ELEMENTS (stacks); i++)
    {
      StackSample stack_sample = { .ts = i * PERIOD_NS };

      g_strlcpy (stack_sample.stack, stacks[i], sizeof stack_sample.stack);
      add_stack_sample (&profile, 11, &stack_sample);
    }
  trace = profile_finish (&profile);
  image_init (&image, trace, TV_TIMELINE_NESTED);
  image.view.end_ns = 6 * PERIOD_NS; /* 100 px per sample */
  row = tv_timeline_layout_get_row (image.layout, 1);
  g_assert_true (row->offers & TV_ROW_STACKS);
  g_assert_false (tv_timeline_layout_shows (image.layout, &tv_band_stacks));
  strip_height = row->height;
  tv_row_choices_add (tv_timeline_layout_get_choices (image.layout), row->key, TV_ROW_STACKS);
  tv_timeline_layout_arrange (image.layout);
  g_assert_true (tv_timeline_layout_shows (image.layout, &tv_band_stacks));
  g_assert_cmpint (row->height, >, strip_height);
  for (guint has_chart = 0; has_chart < 2; has_chart++)
    {
      const TvTimelineBand *band = tv_timeline_layout_get_band (image.layout, row->first_band + 1);
      guint32 background = 0;

      if (has_chart)
        {
          chart = tv_stack_chart_new (trace, 0, NULL, NULL);
          tv_timeline_painter_set_stacks (image.painter, chart);
        }
      g_assert_cmpuint (band->n_levels, ==, 3);
      surface = image_paint (&image);
      for (guint32 level = 0; level < 3; level++)
        for (guint i = 0; i < 5; i++)
          {
            gboolean is_shown = has_chart && i < 4 && level < strlen (stacks[i]);
            double x = image.view.label_width + 100.0 * i + 96.0;
            double y = tv_timeline_view_get_row_y (&image.view, row) +
                       (double) tv_timeline_band_get_y (band, level) + 4.0;
            guint32 pixel = get_pixel (surface, x, y);
            TvTimelineHit hit;

            if (!has_chart && background == 0)
              background = pixel;
            tv_timeline_hit_test (image.painter, &image.view, x, y, &hit);
            g_assert_cmpuint (hit.stack.n_samples > 0, ==, is_shown);
            if (!is_shown)
              continue;
            g_assert_cmpuint (pixel, !=, background);
            g_assert_cmpint (get_letter (trace, hit.stack.name), ==, stacks[i][level]);
            g_assert_cmpuint (hit.stack.n_samples, ==, level == 0 ? 4 : 2);
          }
      cairo_surface_destroy (surface);
    }
  image_clear (&image);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stack-chart/random", test_random);
  g_test_add_func ("/stack-chart/majority", test_majority);
  g_test_add_func ("/stack-chart/cancelled", test_cancelled);
  g_test_add_func ("/stack-chart/row", test_row);
  return g_test_run ();
}
