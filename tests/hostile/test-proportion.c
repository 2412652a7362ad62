/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cairo.h>

#include "analysis/calls/profile.h"
#include "analysis/calls/ranking.h"
#include "core/error.h"
#include "core/index/slice-index.h"
#include "formats/load.h"
#include "odd-inputs.h"
#include "paint/kit/sheet-font.h"
#include "paint/timeline/sheet.h"
#include "process-status.h"
#include "test-extent.h"
#include "trace-invariants.h"

/* Tests that time and memory grow in proportion to the size of a file, regardless of its content. Each input is
 * generated in a small and a much larger size. A byte of the large file may take at most SLACK times as long as a byte
 * of the small file. Caches and sorting stay below that factor, but quadratic work exceeds it by far. Loading may take
 * 64 MB plus eight times the file size, plus the structures for each thread, row, method and call, which a file can
 * define with a few bytes each.
 *
 * With TV_PROPORTION_MB=N, the large files have N MB, and their cost is printed. */

#define KB ((gsize) 1024)
#define MB (1024 * KB)

#define SLACK       6.0
#define MIN_SECONDS 0.4 /* shorter times are always accepted */
#define LONGEST     600 /* maximum time in seconds, to detect hangs */

/* Sanitizers take additional time and memory. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED TRUE
#else
#define IS_SANITIZED FALSE
#endif

#define MEMORY_BASE (64 * MB)
#define MEMORY_EACH 8

/* Allowed memory in bytes per row, symbol and slice, in addition to the memory for the file. */
#define ROW_BYTES    768
#define SYMBOL_BYTES 192
#define SLICE_BYTES  64

typedef enum
{
  STEP_LOAD,
  STEP_CHECK,
  STEP_TABLES,
  STEP_DRAW,
  N_STEPS,
} Step;

static const char *const step_names[] = { "loading", "looking at all", "tables and searches",
                                          "drawing" };

typedef struct
{
  gsize size;
  double seconds[N_STEPS];
  gsize memory; /* peak memory during loading, relative to the memory in use before, in bytes */
  gsize max;    /* allowed memory in bytes */
} Cost;

static double
get_cpu_seconds (void)
{
  struct timespec time;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

/* ---- Memory ---- */

/* Resets the peak memory to the current use. Returns the current use, or 0 if the system does not support
 * this. */
static gsize
reset_peak (void)
{
  FILE *file;
  gsize now;

  malloc_trim (0);
  now = get_process_size ("VmRSS");
  file = fopen ("/proc/self/clear_refs", "we");
  if (file == NULL)
    return 0;
  fputs ("5", file);
  return fclose (file) == 0 ? now : 0;
}

/* ---- Operations on a file ---- */

static void
draw (TvTrace *trace)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (TV_SHEET_FONT_PX);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, NULL);
  g_autoptr (TvRanking) ranking = tv_ranking_new (profile);
  g_autoptr (TvSliceIndex) index = tv_slice_index_new (trace);
  g_autoptr (TvTimelineLayout)
      layout = tv_timeline_layout_new (trace, TV_TIMELINE_NESTED, &metrics);

  tv_timeline_layout_fold_all (layout, FALSE);
  for (int by = 0; by < TV_N_COLOR_BY; by++)
    {
      g_autoptr (TvColoring) coloring = tv_coloring_new (trace, ranking, profile, (TvColorBy) by);
      TvTimelineSheetPlan plan = {
        .trace = trace,
        .index = index,
        .coloring = coloring,
        .layout = layout,
        .theme = tv_theme_get (FALSE, FALSE),
        .title = "odd",
        .start_ns = tv_trace_get_start_ns (trace),
        .end_ns = MAX (tv_trace_get_end_ns (trace), tv_trace_get_start_ns (trace) + 1),
        .selected_slice = TV_NONE,
        .has_legend = TRUE,
        .width = 1000,
        .height = 1500,
        .scale = 1,
      };
      g_autoptr (TvTimelineSheet) sheet = tv_timeline_sheet_new (&plan, NULL, NULL);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1000, 1500);
      cairo_t *cr = cairo_create (surface);

      g_assert_nonnull (sheet);
      tv_timeline_sheet_paint (cr, 0, sheet);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

static double
take_time (double *last)
{
  double before = *last;

  *last = get_cpu_seconds ();
  return *last - before;
}

static gsize
get_max_memory (TvTrace *trace, gsize size)
{
  guint32 n_threads, n_tracks, n_counters, n_symbols;

  if (trace == NULL)
    return MEMORY_BASE + MEMORY_EACH * size;
  tv_trace_get_threads (trace, &n_threads);
  tv_trace_get_tracks (trace, &n_tracks);
  tv_trace_get_counter_tracks (trace, &n_counters);
  tv_trace_get_symbols (trace, &n_symbols);
  return MEMORY_BASE + MEMORY_EACH * size + ROW_BYTES * MAX (n_threads, n_tracks + n_counters) +
         SYMBOL_BYTES * n_symbols + SLICE_BYTES * tv_trace_get_slices (trace)->n;
}

static void
load (const TvOddInput *input, Cost *cost, TvTrace **trace)
{
  GByteArray *bytes = g_byte_array_new ();
  g_autoptr (GBytes) file = NULL;
  g_autoptr (GError) error = NULL;
  gsize memory, peak;
  double time;

  input->put (bytes, cost->size);
  file = g_byte_array_free_to_bytes (bytes);
  memory = reset_peak ();
  time = get_cpu_seconds ();
  *trace = tv_load_bytes (file, NULL, NULL, NULL, &error);
  cost->seconds[STEP_LOAD] = take_time (&time);
  peak = get_process_size ("VmHWM");
  if (memory > 0 && peak > memory)
    cost->memory = peak - memory;
  cost->max = get_max_memory (*trace, cost->size);
  if (input->use == TV_ODD_IS_NO_TRACE)
    g_assert_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE);
  else
    g_assert_no_error (error);
}

static void
measure (const TvOddInput *input, Cost *cost)
{
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *violation = NULL;
  g_autofree char *misuse = NULL;
  double time;

  load (input, cost, &trace);
  if (trace == NULL)
    return;
  time = get_cpu_seconds ();
  violation = tv_trace_dup_violation (trace);
  g_assert_cmpstr (violation, ==, NULL);
  cost->seconds[STEP_CHECK] = take_time (&time);
  if (input->use == TV_ODD_USE_ALL)
    misuse = tv_trace_dup_misuse (trace);
  g_assert_cmpstr (misuse, ==, NULL);
  cost->seconds[STEP_TABLES] = take_time (&time);
  draw (trace);
  cost->seconds[STEP_DRAW] = take_time (&time);
}

/* ---- Requirements ---- */

static void
check_time (const TvOddInput *input, const Cost *small, const Cost *large)
{
  double ratio = (double) large->size / (double) small->size;

  for (int step = 0; step < N_STEPS; step++)
    {
      double max = MIN_SECONDS + ratio * SLACK * small->seconds[step];

      if (large->seconds[step] > max)
        g_test_fail_printf ("%s: %s takes %.2f s for %zu KB, but %.3f s for %zu KB", input->name,
                            step_names[step], large->seconds[step], large->size / KB,
                            small->seconds[step], small->size / KB);
    }
}

static void
check_memory (const TvOddInput *input, const Cost *cost)
{
  if (cost->memory > cost->max)
    g_test_fail_printf ("%s: loading %zu KB takes %zu MB, which is more than %zu", input->name,
                        cost->size / KB, cost->memory / MB, cost->max / MB);
}

static void
print (const TvOddInput *input, const Cost *small, const Cost *large)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int step = 0; step < N_STEPS; step++)
    g_string_append_printf (text, "  %7.3f > %8.3f s", small->seconds[step], large->seconds[step]);
  g_printerr ("%-24s%s  memory %6.1f, may be %.1f times the file\n", input->name, text->str,
              (double) large->memory / (double) large->size,
              (double) (large->max - MEMORY_BASE) / (double) large->size);
}

static void
test_input (gconstpointer data)
{
  const TvOddInput *input = data;
  const char *megabytes = g_getenv ("TV_PROPORTION_MB");
  Cost small = { .size = g_test_thorough () ? 1 * MB : 32 * KB };
  Cost large = { .size = g_test_thorough () ? 16 * MB : tv_test_part (256 * KB) };

  if (megabytes != NULL)
    {
      large.size = g_ascii_strtoull (megabytes, NULL, 10) * MB;
      small.size = large.size / 16;
    }
  alarm (LONGEST);
  if (large.size >= small.size * 2)
    measure (input, &small);
  measure (input, &large);
  alarm (0);
  if (megabytes != NULL)
    print (input, &small, &large);
  else if (!IS_SANITIZED)
    {
      check_time (input, &small, &large);
      check_memory (input, &large);
    }
}

static void
add_inputs (const char *folder, const TvOddInput *inputs)
{
  for (const TvOddInput *input = inputs; input->name != NULL; input++)
    {
      g_autofree char *path = g_strdup_printf ("/proportion/%s/%s", folder, input->name);

      g_test_add_data_func (path, input, test_input);
    }
}

int
main (int argc, char **argv)
{
  /* Sets the thresholds of the programs; otherwise, the memory for a file would depend on the preceding files. */
#ifdef M_MMAP_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, 128 * 1024);
  mallopt (M_TRIM_THRESHOLD, 128 * 1024);
#endif
  g_test_init (&argc, &argv, NULL);
  add_inputs ("method-traces", tv_odd_method_traces);
  add_inputs ("logs", tv_odd_logs);
  add_inputs ("packets", tv_odd_packets);
  return g_test_run ();
}
