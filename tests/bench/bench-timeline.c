/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures how long the timeline takes to paint along a scripted journey: the whole trace, zooming about moving points,
 * panning at two zoom levels, scrolling through the rows, and folding groups. Each form of the chart is painted with
 * and without a selected method, each time with a new painter. The last line of a form summarizes all frames of its
 * journey. Times are wall times, followed by the CPU time of the painting thread. The CPU time is less if other threads
 * contribute to the computation, or if other programs run.
 *
 *   bench-timeline MAKE-TRACE FOLDER [--input NAME] [--form NAME] [--leg NAME] [--threads N] [FILE …]
 *
 * The traces are generated once, in FOLDER; files on the command line replace them. */

#include <glib/gstdio.h>
#include <math.h>
#include <time.h>

#include "analysis/calls/occurrences.h"
#include "core/memory/parallel.h"
#include "formats/load.h"
#include "paint/timeline/arrows.h"

#define WIDTH   1920
#define HEIGHT  1080
#define N_WHOLE 50
#define N_STEPS 200

typedef struct
{
  const char *name;
  const char *arguments; /* arguments of make-trace, which generates the input */
  gboolean is_large;     /* whether the input is used only if --input names it */
} Input;

static const Input inputs[] = {
  { "calls-1M-8", "--records 1000000 --threads 8 --methods 5000 --depth 60", FALSE },
  { "calls-1M-500", "--records 1000000 --threads 500 --methods 5000 --depth 60", FALSE },
  { "calls-20M-8", "--records 20000000 --threads 8 --methods 5000 --depth 60", FALSE },
  { "calls-20M-500", "--records 20000000 --threads 500 --methods 5000 --depth 60", FALSE },
  { "calls-100M-8", "--records 100000000 --threads 8 --methods 5000 --depth 60", TRUE },
  { "calls-100M-500", "--records 100000000 --threads 500 --methods 5000 --depth 60", TRUE },
  { "log-200MB", "--form ftrace --bytes 200000000", FALSE },
  { "log-200MB-500", "--form ftrace --bytes 200000000 --processes 50 --threads 10", FALSE },
};

static char *only_input;
static char *only_form;
static char *only_leg;
static char *image;
static gboolean with_large;
static int n_threads; /* 0 for the number of CPUs */

/* ---- Clocks ---- */

static double
get_clock_ms (clockid_t clock)
{
  struct timespec used;

  clock_gettime (clock, &used);
  return (double) used.tv_sec * 1e3 + (double) used.tv_nsec / 1e6;
}

/* Wall time, and CPU time of one thread or of all threads, in ms. */
typedef struct
{
  double wall_ms;
  double used_ms;
} Time;

static Time
get_time (clockid_t used)
{
  return (Time){ get_clock_ms (CLOCK_MONOTONIC), get_clock_ms (used) };
}

static Time
get_time_since (Time start, clockid_t used)
{
  Time now = get_time (used);

  return (Time){ now.wall_ms - start.wall_ms, now.used_ms - start.used_ms };
}

/* ---- Legs ---- */

typedef struct
{
  TvTrace *trace;
  TvTimelinePainter *painter;
  TvTimelineLayout *layout;
  TvTimelineView view;
  TvTimeGrid grid;
  cairo_surface_t *surface;
  GArray *
      times; /* Time: duration of each frame of the current step, with the CPU time of the thread */
  GArray *all_times; /* Time: frames of all steps with this form of the chart */
  const char *form;
} Journey;

static int
compare_doubles (const void *a, const void *b)
{
  double da = *(const double *) a, db = *(const double *) b;

  return (da > db) - (da < db);
}

static void
paint_since (Journey *self, Time start)
{
  cairo_t *cr = cairo_create (self->surface);
  TvTimelineView view = self->view;
  Time time;

  tv_timeline_view_keep_to_grid (&view, &self->grid, self->trace);
  tv_timeline_painter_paint (self->painter, cr, &view);
  cairo_destroy (cr);
  time = get_time_since (start, CLOCK_THREAD_CPUTIME_ID);
  g_array_append_val (self->times, time);
}

static void
paint (Journey *self)
{
  paint_since (self, get_time (CLOCK_THREAD_CPUTIME_ID));
}

static void
show_all (Journey *self)
{
  self->view.start_ns = tv_trace_get_start_ns (self->trace);
  self->view.end_ns = tv_trace_get_end_ns (self->trace);
}

static void
see_whole (Journey *self)
{
  show_all (self);
  for (int i = 0; i < N_WHOLE; i++)
    paint (self);
}

/* Zooms in to 2 µs and out to nearly the whole trace, about a point that moves through the window. */
static void
zoom (Journey *self)
{
  gint64 start = tv_trace_get_start_ns (self->trace), end = tv_trace_get_end_ns (self->trace);
  double length = (double) (end - start), smallest = 2000.0;
  double ratio = pow (smallest / length, 1.0 / (N_STEPS / 2.0));
  double about_ns = (double) start + 0.37 * length;

  show_all (self);
  for (int i = 0; i < N_STEPS; i++)
    {
      double part = 0.5 + 0.4 * sin (i * 0.7);
      double span = (double) (self->view.end_ns - self->view.start_ns);
      double next = CLAMP (i < N_STEPS / 2 ? span * ratio : span / ratio, smallest, length);

      about_ns = (double) self->view.start_ns + part * span;
      self->view.start_ns = MAX ((gint64) (about_ns - part * next), start);
      self->view.end_ns = self->view.start_ns + (gint64) next;
      paint (self);
    }
}

static void
pan (Journey *self, gint64 length)
{
  gint64 start = tv_trace_get_start_ns (self->trace), end = tv_trace_get_end_ns (self->trace);

  length = CLAMP (length, 1, end - start);
  for (int i = 0; i < N_STEPS; i++)
    {
      self->view.start_ns = start + (end - start - length) / N_STEPS * i;
      self->view.end_ns = self->view.start_ns + length;
      paint (self);
    }
}

/* Pans by half of the trace, so that no part of the previous frame can be reused and most calls are narrower than a
 * pixel. */
static void
pan_half (Journey *self)
{
  pan (self, (tv_trace_get_end_ns (self->trace) - tv_trace_get_start_ns (self->trace)) / 2);
}

static void
pan_wide (Journey *self)
{
  pan (self, (tv_trace_get_end_ns (self->trace) - tv_trace_get_start_ns (self->trace)) / 50);
}

static void
pan_fine (Journey *self)
{
  pan (self, 2000000);
}

static void
scroll (Journey *self)
{
  double space = (double) tv_timeline_layout_get_height (self->layout) -
                 (self->view.height - self->view.ruler_height);

  show_all (self);
  for (int i = 0; i < N_STEPS; i++)
    {
      self->view.scroll_y = floor (MAX (space, 0.0) * i / (N_STEPS - 1));
      paint (self);
    }
  self->view.scroll_y = 0.0;
}

/* Measures the first frame after each folding or unfolding of groups; the time includes the new layout. */
static void
fold (Journey *self)
{
  guint n_groups = tv_timeline_layout_get_n_groups (self->layout);

  show_all (self);
  for (guint i = 0; n_groups > 0 && i < N_STEPS; i++)
    {
      Time start = get_time (CLOCK_THREAD_CPUTIME_ID);
      guint group = i % n_groups;

      if (i % 20 < 2)
        tv_timeline_layout_fold_all (self->layout, i % 20 == 0);
      else
        tv_timeline_layout_set_folded (
            self->layout, group, !tv_timeline_layout_get_group (self->layout, group)->is_folded);
      paint_since (self, start);
    }
}

static const struct
{
  const char *name;
  void (*run) (Journey *self);
} legs[] = {
  { "whole", see_whole }, { "zooms", zoom },  { "half", pan_half }, { "pans", pan_wide },
  { "fine", pan_fine },   { "rows", scroll }, { "folds", fold },
};

/* Prints quantiles of the times: of CPU times if @used is set, otherwise of wall times. */
static void
print_quantiles (GArray *times, gboolean used)
{
  g_autoptr (GArray) ms = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < times->len; i++)
    {
      const Time *time = &g_array_index (times, Time, i);

      g_array_append_vals (ms, used ? &time->used_ms : &time->wall_ms, 1);
    }
  g_array_sort (ms, compare_doubles);
  g_print (" %7.2f %7.2f %7.2f", g_array_index (ms, double, ms->len / 2),
           g_array_index (ms, double, ms->len * 99 / 100), g_array_index (ms, double, ms->len - 1));
}

static void
print_times (Journey *self, const char *name, GArray *times)
{
  g_print ("  %-24s %-7s", self->form, name);
  print_quantiles (times, FALSE);
  g_print (" %7.2f  |", g_array_index (times, Time, 0).wall_ms);
  print_quantiles (times, TRUE);
  g_print ("\n");
}

static void
keep_image (Journey *self, const char *name)
{
  g_autofree char *path = NULL;

  if (image == NULL)
    return;
  path = g_strdup_printf ("%s-%s-%s.png", image, self->form, name);
  cairo_surface_write_to_png (self->surface, path);
}

/* Touches the surface and loads the fonts. A window has done both long before it paints a frame, so the page faults for
 * eight megabytes and Pango's font lookup must not be counted. */
static void
warm_up (cairo_surface_t *surface, PangoContext *context)
{
  g_autoptr (PangoLayout) layout = pango_layout_new (context);
  cairo_t *cr = cairo_create (surface);

  cairo_paint (cr);
  pango_layout_set_text (layout, "Traceview", -1);
  pango_cairo_show_layout (cr, layout);
  cairo_destroy (cr);
}

static void
run_legs (Journey *self, PangoContext *context)
{
  self->surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  warm_up (self->surface, context);
  self->times = g_array_new (FALSE, FALSE, sizeof (Time));
  self->all_times = g_array_new (FALSE, FALSE, sizeof (Time));
  for (gsize i = 0; i < G_N_ELEMENTS (legs); i++)
    {
      if (only_leg != NULL && !g_str_equal (legs[i].name, only_leg))
        continue;
      legs[i].run (self);
      keep_image (self, legs[i].name);
      if (self->times->len == 0)
        continue;
      g_array_append_vals (self->all_times, self->times->data, self->times->len);
      print_times (self, legs[i].name, self->times);
      g_array_set_size (self->times, 0);
    }
  if (self->all_times->len > 0)
    print_times (self, "journey", self->all_times);
  g_array_unref (self->times);
  g_array_unref (self->all_times);
  cairo_surface_destroy (self->surface);
}

/* ---- Forms ---- */

typedef struct
{
  const char *name;
  TvTimelineForm form;
  gboolean is_selected; /* whether a method is selected, or a search is active */
} Form;

static const Form forms[] = {
  { "nested", TV_TIMELINE_NESTED, FALSE },
  { "nested, selected", TV_TIMELINE_NESTED, TRUE },
  { "strip", TV_TIMELINE_STRIP, FALSE },
  { "strip, selected", TV_TIMELINE_STRIP, TRUE },
};

typedef struct
{
  TvSliceIndex *slices;
  TvBusyIndex *busy; /* (nullable) */
} Indices;

static void
run_form (TvTrace *trace, const Indices *indices, const Form *form, const GArray *occurrences)
{
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (14.67);
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (TvTimelineLayout) layout = tv_timeline_layout_new (trace, form->form, &metrics);
  g_autoptr (TvTimelinePainter) painter = tv_timeline_painter_new (trace, indices->slices, NULL);
  Journey journey = {
    .trace = trace,
    .painter = painter,
    .layout = layout,
    .form = form->name,
    .view = {
      .layout = layout,
      .theme = tv_theme_get (FALSE, FALSE),
      .width = WIDTH,
      .height = HEIGHT,
      .label_width = 190.0,
      .ruler_height = 26.0,
      .scale = 1.0,
      .selected_slice = TV_NONE,
      .occurrences = form->is_selected ? occurrences : NULL,
      .hits = form->is_selected && tv_timeline_has_groups (trace) ? occurrences : NULL,
      .shows_gaps = TRUE,
    },
  };

  tv_timeline_painter_set_font (painter, context, &metrics);
  tv_timeline_painter_set_busy_index (painter, indices->busy);
  run_legs (&journey, context);
  g_object_unref (context);
}

/* ---- Inputs ---- */

static TvTrace *
load (const char *path, Time *time)
{
  g_autoptr (GError) error = NULL;
  Time start = get_time (CLOCK_PROCESS_CPUTIME_ID);
  TvTrace *trace = tv_load (path, NULL, NULL, NULL, &error);

  *time = get_time_since (start, CLOCK_PROCESS_CPUTIME_ID);
  if (trace == NULL)
    g_error ("%s: %s", path, error->message);
  return trace;
}

static gsize
get_number_bytes (const TvNumberColumn *column)
{
  return column->narrow != NULL ? sizeof *column->narrow : sizeof *column->wide;
}

/* Returns the size of all columns with one value per slice or line. */
static gsize
get_column_bytes (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  const TvEvents *events = tv_trace_get_events (trace);
  gsize times = tv_ticks_get_bytes (&slices->ts.ticks) + tv_ticks_get_bytes (&slices->dur.ticks) +
                tv_ticks_get_bytes (&slices->cpu_ts.ticks) +
                tv_ticks_get_bytes (&slices->cpu_dur.ticks) +
                tv_ticks_get_bytes (&events->ts.ticks);
  gsize per_slice = get_number_bytes (&slices->symbol) + sizeof *slices->after_parent +
                    get_number_bytes (&slices->depth) + sizeof *slices->flags +
                    (slices->arg_set != NULL ? sizeof *slices->arg_set : 0);
  gsize per_event = events->cpu.width + events->utid.width + events->text.width;
  const TvRuns *runs = tv_trace_get_runs (trace);
  const TvStates *states = tv_trace_get_states (trace);
  gsize per_run = runs->utid.width + sizeof *runs->priority + runs->end_state.width;
  gsize per_state = states->name.width + states->about.width;

  return times + slices->n * per_slice + events->n * per_event + runs->n * per_run +
         states->n * per_state + states->n / TV_CPU_BEFORE_ROWS * sizeof *states->cpu_before;
}

static guint32
find_commonest_symbol (TvTrace *trace)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n_symbols, commonest = 0;
  g_autofree guint32 *counts = NULL;

  tv_trace_get_symbols (trace, &n_symbols);
  counts = g_new0 (guint32, n_symbols + 1);
  for (guint32 slice = 0; slice < slices->n; slice++)
    counts[tv_slices_symbol (slices, slice)]++;
  for (guint32 symbol = 1; symbol < n_symbols; symbol++)
    if (counts[symbol] > counts[commonest])
      commonest = symbol;
  return commonest;
}

/* Prints the cost of indexes, which are built once per trace, relative to the loading time and the column
 * size. The window is usable when the level of detail is ready; the index of strips is built afterwards. */
static void
print_index (const char *name, Time time, Time load_time, gsize bytes, gsize column_bytes)
{
  g_print ("  %-22s %.0f ms (processors: %.0f) = %.1f %% (%.1f %%) of loading, %.2f MB = %.2f %%\n",
           name, time.wall_ms, time.used_ms, 100.0 * time.wall_ms / load_time.wall_ms,
           100.0 * time.used_ms / load_time.used_ms, (double) bytes / 1e6,
           100.0 * (double) bytes / (double) column_bytes);
}

static void
run_file (const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  Time load_time, start, index_time, strips_time, sums_time;
  g_autoptr (TvTrace) trace = load (path, &load_time);
  g_autoptr (GArray) occurrences = tv_occurrences_find (trace, find_commonest_symbol (trace), NULL);
  gsize column_bytes = get_column_bytes (trace);
  Indices indices = { NULL };
  gsize index_bytes;

  start = get_time (CLOCK_PROCESS_CPUTIME_ID);
  indices.slices = tv_slice_index_new (trace);
  index_time = get_time_since (start, CLOCK_PROCESS_CPUTIME_ID);
  index_bytes = tv_slice_index_get_bytes (indices.slices);
  start = get_time (CLOCK_PROCESS_CPUTIME_ID);
  tv_slice_index_get_intervals (indices.slices);
  strips_time = get_time_since (start, CLOCK_PROCESS_CPUTIME_ID);
  start = get_time (CLOCK_PROCESS_CPUTIME_ID);
  if (tv_trace_has (trace, TV_HAS_SCHEDULING))
    indices.busy = tv_busy_index_new (trace);
  sums_time = get_time_since (start, CLOCK_PROCESS_CPUTIME_ID);

  g_print ("%s: %u slices, columns of %.0f MB\n", name, tv_trace_get_slices (trace)->n,
           (double) column_bytes / 1e6);
  g_print ("  loaded in %.0f ms (processors: %.0f)\n", load_time.wall_ms, load_time.used_ms);
  print_index ("level-of-detail index:", index_time, load_time, index_bytes, column_bytes);
  print_index ("behind it, of strips:", strips_time, load_time,
               tv_slice_index_get_bytes (indices.slices) - index_bytes, column_bytes);
  if (indices.busy != NULL)
    print_index ("sums for ranges:", sums_time, load_time, tv_busy_index_get_bytes (indices.busy),
                 column_bytes);
  g_print ("  %-24s %-7s %7s %7s %7s %7s  | %7s %7s %7s of the painting thread\n", "ms", "leg",
           "p50", "p99", "worst", "first", "p50", "p99", "worst");
  tv_parallel_set_max_threads ((guint) MAX (n_threads, 0));
  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    if ((only_form == NULL || g_str_equal (forms[i].name, only_form)) &&
        !(tv_timeline_has_groups (trace) && forms[i].form == TV_TIMELINE_STRIP))
      run_form (trace, &indices, &forms[i], occurrences);

  tv_parallel_set_max_threads (0);
  tv_slice_index_unref (indices.slices);
  tv_busy_index_free (indices.busy);
}

/* Generates an input unless it exists. An interrupted run of make-trace leaves a .part file, which is never
 * used as an input. */
static char *
make_input (const Input *input, const char *make_trace, const char *folder)
{
  g_autofree char *file = g_strconcat (input->name, ".trace", NULL);
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autofree char *command = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&path);
  g_mkdir_with_parents (folder, 0777);
  command = g_strdup_printf ("'%s' %s -o '%s'", make_trace, input->arguments, part);
  if (!g_spawn_command_line_sync (command, NULL, NULL, &status, &error) ||
      !g_spawn_check_wait_status (status, &error))
    g_error ("%s", error->message);
  if (g_rename (part, path) != 0)
    g_error ("%s cannot be renamed", part);
  return g_steal_pointer (&path);
}

static gboolean
is_wanted (const Input *input)
{
  if (only_input != NULL)
    return g_pattern_match_simple (only_input, input->name);
  return with_large || !input->is_large;
}

int
main (int argc, char **argv)
{
  const GOptionEntry entries[] = {
    { "input", 0, 0, G_OPTION_ARG_STRING, &only_input, "Only inputs like this, such as calls-20M-*",
      "NAME" },
    { "large", 0, 0, G_OPTION_ARG_NONE, &with_large, "Those of 100 million records as well", NULL },
    { "form", 0, 0, G_OPTION_ARG_STRING, &only_form, "Only this form, such as “strip, selected”",
      "NAME" },
    { "leg", 0, 0, G_OPTION_ARG_STRING, &only_leg,
      "Only whole, zooms, half, pans, fine, rows or folds", "NAME" },
    { "threads", 0, 0, G_OPTION_ARG_INT, &n_threads,
      "Paint with so many threads, not with one for each processor", "N" },
    { "picture", 0, 0, G_OPTION_ARG_FILENAME, &image, "Keep the last image of each leg", "PREFIX" },
    { NULL, 0, 0, 0, NULL, NULL, NULL },
  };
  g_autoptr (GOptionContext) options = g_option_context_new ("MAKE-TRACE FOLDER [FILE …]");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (options, entries, NULL);
  if (!g_option_context_parse (options, &argc, &argv, &error))
    g_error ("%s", error->message);
  if (argc < 3)
    g_error ("Where make-trace is, and where inputs are kept, has to be told");

  for (int i = 3; i < argc; i++)
    run_file (argv[i]);
  for (gsize i = 0; argc == 3 && i < G_N_ELEMENTS (inputs); i++)
    if (is_wanted (&inputs[i]))
      {
        g_autofree char *path = make_input (&inputs[i], argv[1], argv[2]);

        run_file (path);
      }
  return 0;
}
