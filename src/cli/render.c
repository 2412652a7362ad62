/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/system/active-interval.h"
#include "analysis/calls/call-graph.h"
#include "analysis/calls/profile.h"
#include "analysis/calls/ranking.h"
#include "cli/command.h"
#include "cli/find-symbol.h"
#include "cli/interrupt.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/selection-options.h"
#include "cli/time-base-option.h"
#include "cli/terminal-text.h"
#include "core/file-name.h"
#include "core/index/slice-index.h"
#include "export/graphviz.h"
#include "export/replace-file.h"
#include "paint/flame/measure.h"
#include "paint/flame/sheet.h"
#include "paint/graph/sheet.h"
#include "paint/kit/image-file.h"
#include "paint/kit/sheet-font.h"
#include "paint/timeline/sheet.h"
#include "paint/wait-graph/sheet.h"

/* Renders the timeline, flame graph, call graph or wait graph to a file, as in the window, with a title and a legend.
 * Does not require a display. Implements the command `tracedump render`, listed in commands[] in main.c; also a tool
 * of the MCP server. Draws with the painters in paint/, on the thread that runs the command. */

#define DEFAULT_WIDTH 1600
#define MIN_WIDTH     300
#define MIN_HEIGHT    200
#define MAX_SCALE     8

/* Limits of the call graph; the same as in the window */
#define GRAPH_LEVELS      2
#define GRAPH_MAX_NODES   80
#define DEFAULT_THRESHOLD 5.0

/* Number of columns per px in vector formats, so that calls that are half a px wide remain distinct */
#define VECTOR_SCALE 2.0

typedef struct
{
  TvTraceSource source;
  TvSelectionOptions selection;
  char *output;
  char *view_name;
  char *width_name;
  char *format_name;
  char *color_name;
  char *counters_name;
  char *title;
  char *font;
  char *symbol;
  char *time_base;
  double threshold; /* minimum percentage; negative if not given */
  int width;
  int height;
  int scale;
  gboolean is_dark;
  gboolean is_strip;
  gboolean is_unfolded;
  gboolean has_stacks;
  gboolean has_no_legend;
  gboolean is_flame;
  gboolean is_graph;
  gboolean is_waits;
  gboolean by_thread;
  gboolean is_flipped;
  gboolean is_reversed;
  TvImageFormat format;
  TvColorBy color_by;
  TvCounterMode counter_mode;
} RenderOptions;

static void
clear_options (RenderOptions *options)
{
  tv_selection_options_clear (&options->selection);
  tv_trace_source_clear (&options->source);
  g_free (options->output);
  g_free (options->view_name);
  g_free (options->width_name);
  g_free (options->format_name);
  g_free (options->color_name);
  g_free (options->counters_name);
  g_free (options->title);
  g_free (options->font);
  g_free (options->symbol);
  g_free (options->time_base);
}

static gboolean
set_usage_error (GError **error, const char *text)
{
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, text);
  return FALSE;
}

static gboolean
is_for_output (const RenderOptions *options)
{
  return g_str_equal (options->output, "-");
}

/* ---- Options ---- */

static gboolean
choose_format (RenderOptions *options, GError **error)
{
  if (options->output == NULL)
    return set_usage_error (error, _("missing option: --output FILE"));
  if (options->format_name != NULL)
    {
      if (tv_image_format_parse (options->format_name, &options->format))
        return TRUE;
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--format must be png, svg or pdf, not “%s”"), options->format_name);
      return FALSE;
    }
  if (is_for_output (options))
    return set_usage_error (error, _("standard output requires --format png, svg or pdf"));
  if (tv_image_format_find (options->output, &options->format))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("“%s” does not end in .png, .svg or .pdf; add the suffix or --format"),
               options->output);
  return FALSE;
}

static gboolean
check_number (const char *option, int value, int min, int max, GError **error)
{
  if (value >= min && value <= max)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("%s must be a number from %d to %d"), option, min, max);
  return FALSE;
}

static gboolean
choose_colors (RenderOptions *options, GError **error)
{
  static const char *const names[TV_N_COLOR_BY] = { "symbol", "package", "thread", "duration",
                                                    "owner" };

  if (options->color_name == NULL)
    return TRUE;
  for (guint i = 0; i < TV_N_COLOR_BY; i++)
    if (g_str_equal (options->color_name, names[i]))
      {
        options->color_by = (TvColorBy) i;
        return TRUE;
      }
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("--color-by must be symbol, package, thread, duration or owner, not “%s”"),
               options->color_name);
  return FALSE;
}

static gboolean
choose_counter_mode (RenderOptions *options, GError **error)
{
  if (options->counters_name == NULL ||
      tv_counter_mode_parse (options->counters_name, &options->counter_mode))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("--counters must be value, delta or rate, not “%s”"), options->counters_name);
  return FALSE;
}

static gboolean
is_view (const RenderOptions *options, const char *name)
{
  return g_strcmp0 (options->view_name, name) == 0;
}

static gboolean
changes_calls (const RenderOptions *options)
{
  const TvSelectionOptions *selection = &options->selection;

  return tv_selection_options_has_filters (selection) ||
         tv_selection_options_has_transforms (selection) || selection->min_duration != NULL ||
         selection->clock != NULL;
}

/* Parses the view, rejects options of other views, and checks the threshold. */
static gboolean
choose_view (RenderOptions *options, GError **error)
{
  options->is_flame = is_view (options, "flame");
  options->is_graph = is_view (options, "graph");
  options->is_waits = is_view (options, "waits");
  if (options->view_name != NULL && !options->is_flame && !options->is_graph &&
      !options->is_waits && !is_view (options, "timeline"))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--view must be timeline, flame, graph or waits, not “%s”"),
                   options->view_name);
      return FALSE;
    }
  if ((options->is_flame || options->is_graph || options->is_waits) &&
      (options->is_strip || options->is_unfolded || options->has_stacks ||
       options->counters_name != NULL || options->time_base != NULL))
    return set_usage_error (
        error, _("--strip, --stacks, --unfold, --counters and --time-base require --view "
                 "timeline"));
  if (!options->is_flame && !options->is_graph && changes_calls (options))
    return set_usage_error (
        error, _("filters, stack transforms and --clock require --view flame or graph"));
  if (!options->is_flame && (options->by_thread || options->is_flipped || options->is_reversed ||
                             options->width_name != NULL))
    return set_usage_error (error,
                            _("--by, --by-thread, --reversed and --flip require --view flame"));
  if (!options->is_graph && (options->symbol != NULL || options->threshold >= 0.0))
    return set_usage_error (error, _("--symbol and --threshold require --view graph"));
  if (options->threshold < 0.0)
    options->threshold = DEFAULT_THRESHOLD;
  if (options->threshold <= 100.0)
    return TRUE;
  return set_usage_error (error, _("--threshold must be a percentage from 0 to 100"));
}

static gboolean
check_options (RenderOptions *options, GError **error)
{
  return choose_format (options, error) && choose_colors (options, error) &&
         choose_counter_mode (options, error) && choose_view (options, error) &&
         check_number ("--width", options->width, MIN_WIDTH, TV_IMAGE_MAX_PIXELS, error) &&
         (options->height == 0 ||
          check_number ("--height", options->height, MIN_HEIGHT, TV_IMAGE_MAX_PIXELS, error)) &&
         check_number ("--scale", options->scale, 1, MAX_SCALE, error) &&
         tv_selection_options_check (&options->selection, error);
}

/* ---- Image ---- */

static gboolean
write_image (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  const TvImage *image = data;

  return tv_image_write (image, stream, cancellable, error);
}

/* Writes an image. */
static gboolean
write_sheet (const RenderOptions *options, TvImage *image, GError **error)
{
  image->format = options->format;
  image->scale = options->scale;
  image->n_pages = 1;
  if (is_for_output (options))
    {
      g_autoptr (GOutputStream) stream = tv_output_open ();

      return tv_image_write (image, stream, NULL, error);
    }
  else
    {
      g_autoptr (GFile) file = g_file_new_for_commandline_arg (options->output);

      return tv_replace_file (file, write_image, image, NULL, error);
    }
}

/* Gets the requested range, clamped to the trace; without a requested range, the active part of the trace. */
static gboolean
find_range (const TvSelection *selection, TvTrace *trace, TvTimelineSheetPlan *plan, GError **error)
{
  plan->start_ns = MAX (tv_trace_get_start_ns (trace), tv_selection_get_start_ns (selection));
  plan->end_ns = MIN (tv_trace_get_seen_end_ns (trace), tv_selection_get_end_ns (selection));
  if (!tv_selection_has_range (selection))
    tv_active_interval_find (trace, &plan->start_ns, &plan->end_ns);
  if (!tv_selection_has_range (selection))
    plan->end_ns = MAX (plan->end_ns, plan->start_ns + 1);
  if (plan->start_ns < plan->end_ns)
    return TRUE;
  return set_usage_error (error, _("--from is after the end of the trace"));
}

/* Shows only the rows of the requested threads. */
static gboolean
show_threads (const TvSelection *selection, TvTimelineLayout *layout, GError **error)
{
  TvRowChoices *choices = tv_timeline_layout_get_choices (layout);
  gboolean is_shown = FALSE;
  guint n;

  tv_selection_get_threads (selection, &n);
  if (n == 0)
    return TRUE;
  tv_timeline_layout_fold_all (layout, FALSE);
  for (guint i = 0; i < tv_timeline_layout_get_n_rows (layout); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, i);

      if (row->utid == TV_NONE || !tv_selection_has_thread (selection, row->utid))
        continue;
      tv_row_choices_add (choices, row->key, TV_ROW_ONLY);
      is_shown = TRUE;
    }
  if (!is_shown)
    return set_usage_error (error, _("the selected threads have no content to draw"));
  tv_timeline_layout_arrange (layout);
  return TRUE;
}

/* Shows all counters in the requested mode, except counters that have only one mode. */
static void
show_counters (TvTrace *trace, TvCounterMode mode, TvTimelineLayout *layout)
{
  TvRowChoices *choices = tv_timeline_layout_get_choices (layout);

  if (mode == TV_COUNTER_VALUE)
    return;
  for (guint i = 0; i < tv_timeline_layout_get_n_rows (layout); i++)
    {
      const TvTimelineRow *row = tv_timeline_layout_get_row (layout, i);
      guint32 counter = row->n_bands > 0
                            ? tv_timeline_layout_get_band (layout, row->first_band)->counter
                            : TV_NONE;

      if (counter != TV_NONE && tv_counter_has_modes (trace, counter))
        tv_row_choices_add (choices, row->key,
                            mode == TV_COUNTER_DELTA ? TV_ROW_DELTA : TV_ROW_RATE);
    }
  tv_timeline_layout_arrange (layout);
}

/* Shows sampled stacks over time for every thread that has samples. */
static void
show_stacks (TvTimelineLayout *layout)
{
  TvRowChoices *choices = tv_timeline_layout_get_choices (layout);

  for (guint i = 0; i < tv_timeline_layout_get_n_rows (layout); i++)
    if (tv_timeline_layout_get_row (layout, i)->offers & TV_ROW_STACKS)
      tv_row_choices_add (choices, tv_timeline_layout_get_row (layout, i)->key, TV_ROW_STACKS);
  tv_timeline_layout_arrange (layout);
}

/* Prints a warning about rows that do not fit into the image. Rows that options hide are not counted. */
static void
warn_of_missing_rows (TvTimelineSheet *sheet, const TvTimelineLayout *layout)
{
  guint n = tv_timeline_sheet_get_n_missing (sheet) - tv_timeline_layout_get_n_hidden (layout);

  if (n > 0)
    tv_terminal_text_warn (
        ngettext ("warning: %u row does not fit into the image; use a larger --height",
                  "warning: %u rows do not fit into the image; use a larger --height", n),
        n);
}

/* Creates a colouring of the whole trace, which does not depend on the rendered part. */
static TvColoring *
make_coloring (const RenderOptions *options, TvTrace *trace, GError **error)
{
  g_autoptr (TvProfile)
      profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, tv_interrupt_get_work (), error);
  g_autoptr (TvRanking) ranking = NULL;

  if (profile == NULL)
    return NULL;
  ranking = tv_ranking_new (profile);
  return tv_coloring_new (trace, ranking, profile, options->color_by);
}

static gboolean
choose_measure (const RenderOptions *options,
                TvCallTree *tree,
                TvCallMeasure *measure,
                GError **error)
{
  *measure = tv_call_tree_get_measure (tree);
  if (options->width_name == NULL)
    return TRUE;
  if (tv_flame_measure_parse (options->width_name, measure) &&
      tv_flame_measure_is_in (tree, *measure))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("this trace has no “%s” values for the width of frames"), options->width_name);
  return FALSE;
}

/* Creates the call tree of a flame graph, reversed if requested. */
static TvCallTree *
find_tree (const RenderOptions *options, TvTrace *trace, GError **error)
{
  g_autoptr (TvCallTree) tree = tv_selection_options_make_tree (
      &options->selection, trace, options->by_thread ? TV_CALL_TREE_BY_THREAD : TV_CALL_TREE_MERGED,
      error);

  if (tree == NULL || !options->is_reversed)
    return g_steal_pointer (&tree);
  return tv_call_tree_new_reversed (tree, NULL);
}

static gboolean
render_flame (TvTrace *trace, const RenderOptions *options, const char *title, GError **error)
{
  g_autoptr (TvCallTree) tree = find_tree (options, trace, error);
  g_autoptr (TvFlameLayout) layout = NULL;
  g_autoptr (TvColoring) coloring = NULL;
  g_autoptr (TvFlameSheet) sheet = NULL;
  g_autofree char *description = NULL;
  TvImage image = { .title = title,
                    .draw = tv_flame_sheet_paint,
                    .append_svg = tv_flame_sheet_append_svg };
  TvFlameSheetPlan plan = {
    .theme = tv_theme_get (options->is_dark, FALSE),
    .font = options->font,
    .title = title,
    .is_flipped = options->is_flipped,
    .has_svg_text = options->format == TV_IMAGE_SVG,
    .width = options->width,
    .height = options->height,
    .scale = options->format == TV_IMAGE_PNG ? options->scale : VECTOR_SCALE,
  };
  TvCallMeasure measure;

  if (tree == NULL || !choose_measure (options, tree, &measure, error))
    return FALSE;
  plan.coloring = coloring = make_coloring (options, trace, error);
  if (coloring == NULL)
    return FALSE;
  plan.layout = layout = tv_flame_layout_new (tree, measure, NULL);
  plan.description = description = tv_flame_measure_dup_description (layout, 0);
  image.data = sheet = tv_flame_sheet_new (&plan);
  tv_flame_sheet_get_size (sheet, &image.width, &image.height);
  return write_sheet (options, &image, error);
}

/* Finds the kind of samples to show: the requested kind or, if none was requested, the first kind. */
static gboolean
find_sample_kind (const RenderOptions *options, TvTrace *trace, guint32 *kind, GError **error)
{
  *kind = 0;
  return options->selection.samples == NULL ||
         tv_selection_options_find_source (&options->selection, trace, kind, error);
}

static gboolean
render_timeline (TvTrace *trace, const RenderOptions *options, const char *title, GError **error)
{
  g_autoptr (TvSelection) selection = NULL;
  g_autoptr (TvColoring) coloring = NULL;
  g_autoptr (TvSliceIndex) index = NULL;
  g_autoptr (TvTimelineLayout) layout = NULL;
  g_autoptr (TvTimelineSheet) sheet = NULL;
  TvImage image = { .title = title, .draw = tv_timeline_sheet_paint };
  TvTimeBase base;
  TvTimelineMetrics metrics = tv_timeline_metrics_for_font (TV_SHEET_FONT_PX);
  TvTimelineSheetPlan plan = {
    .trace = trace,
    .base = &base,
    .theme = tv_theme_get (options->is_dark, FALSE),
    .font = options->font,
    .title = title,
    .selected_slice = TV_NONE,
    .has_legend = !options->has_no_legend,
    .width = options->width,
    .height = options->height,
    .scale = options->format == TV_IMAGE_PNG ? options->scale : VECTOR_SCALE,
  };

  selection = tv_selection_options_select (&options->selection, trace, error);
  if (selection == NULL || !find_range (selection, trace, &plan, error) ||
      !find_sample_kind (options, trace, &plan.sample_kind, error) ||
      !tv_time_base_option_select (options->time_base, trace, &base, error))
    return FALSE;
  plan.coloring = coloring = make_coloring (options, trace, error);
  if (coloring == NULL)
    return FALSE;
  plan.index = index = tv_slice_index_new (trace);
  plan.layout = layout = tv_timeline_layout_new (
      trace, options->is_strip ? TV_TIMELINE_STRIP : TV_TIMELINE_NESTED, &metrics);
  if (options->is_unfolded)
    tv_timeline_layout_fold_all (layout, FALSE);
  if (!show_threads (selection, layout, error))
    return FALSE;
  show_counters (trace, options->counter_mode, layout);
  if (options->has_stacks)
    show_stacks (layout);
  sheet = tv_timeline_sheet_new (&plan, tv_interrupt_get_work (), error);
  if (sheet == NULL)
    return FALSE;
  warn_of_missing_rows (sheet, layout);
  image.data = sheet;
  tv_timeline_sheet_get_size (sheet, &image.width, &image.height);
  return write_sheet (options, &image, error);
}

/* Finds the centre of a call graph: the requested symbol or, if none was requested, "(toplevel)", the root of all
 * threads. */
static gboolean
find_middle (const RenderOptions *options,
             const TvMethodRanks *ranks,
             guint32 *number,
             GError **error)
{
  guint32 symbol;

  *number = tv_method_ranks_get_toplevel (ranks);
  if (options->symbol == NULL)
    return TRUE;
  if (!tv_find_symbol (tv_method_ranks_get_trace (ranks), options->symbol, &symbol, error))
    return FALSE;
  *number = tv_method_ranks_find (ranks, symbol);
  return TRUE;
}

/* Renders the callers and callees of a method. The size of the image depends on the graph. */
static gboolean
render_graph (TvTrace *trace, const RenderOptions *options, const char *title, GError **error)
{
  g_autoptr (TvSelection)
      selection = tv_selection_options_select (&options->selection, trace, error);
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvMethodRanks) ranks = NULL;
  g_autoptr (TvCallGraph) graph = NULL;
  g_autoptr (TvColoring) coloring = NULL;
  g_autoptr (TvGraphSheet) sheet = NULL;
  TvImage image = { .title = title, .draw = tv_graph_sheet_paint };
  TvGraphSheetPlan plan = { .theme = tv_theme_get (options->is_dark, FALSE),
                            .font = options->font,
                            .title = title };
  gboolean is_of_samples;
  guint32 source, middle;

  if (selection == NULL ||
      !tv_selection_options_find_source (&options->selection, trace, &source, error))
    return FALSE;
  is_of_samples = source != TV_CALLS_OF_SLICES;
  plan.source = source;
  profile = tv_profile_new_of_source (trace, source, selection, TV_PROFILE_DEFAULT,
                                      tv_interrupt_get_work (), error);
  if (profile == NULL)
    return FALSE;
  ranks = tv_method_ranks_new_of_part (profile, is_of_samples ? TV_CLOCK_WALL
                                                              : tv_selection_get_clock (selection));
  if (tv_method_ranks_get_total_ns (ranks) <= 0)
    return set_usage_error (error, _("no calls to draw"));
  if (!find_middle (options, ranks, &middle, error))
    return FALSE;
  plan.coloring = coloring = make_coloring (options, trace, error);
  if (coloring == NULL)
    return FALSE;
  plan.graph = graph = tv_call_graph_new_around (ranks, middle, options->threshold, GRAPH_LEVELS,
                                                 GRAPH_MAX_NODES);
  image.data = sheet = tv_graph_sheet_new (&plan, tv_graphviz_lay_out, error);
  if (sheet == NULL)
    return FALSE;
  tv_graph_sheet_get_size (sheet, &image.width, &image.height);
  return write_sheet (options, &image, error);
}

/* Renders the waits between dumped threads. The size of the image depends on the graph. */
static gboolean
render_waits (TvTrace *trace, const RenderOptions *options, const char *title, GError **error)
{
  g_autoptr (TvDumpFindings) findings = tv_dump_findings_new (trace);
  g_autoptr (TvWaitGraph) graph = tv_wait_graph_new (trace, findings, TV_WAIT_GRAPH_MAX);
  g_autoptr (TvWaitSheet) sheet = NULL;
  TvImage image = { .title = title, .draw = tv_wait_sheet_paint };
  guint n;

  tv_wait_graph_get_nodes (graph, &n);
  if (n == 0)
    return set_usage_error (error,
                            _("no thread waits for another thread in the dumps; nothing to draw"));
  image.data = sheet = tv_wait_sheet_new (graph, title, options->font, options->is_dark);
  tv_wait_sheet_get_size (sheet, &image.width, &image.height);
  return write_sheet (options, &image, error);
}

static gboolean
render (const char *name, const RenderOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (name, &options->source, error);
  g_autofree char *base = g_path_get_basename (name);
  g_autofree char *shown_name = tv_file_name_dup_shown (base);
  const char *title = options->title != NULL ? options->title : shown_name;

  if (trace == NULL)
    return FALSE;
  if (options->is_waits)
    return render_waits (trace, options, title, error);
  if (options->is_graph)
    return render_graph (trace, options, title, error);
  return options->is_flame ? render_flame (trace, options, title, error)
                           : render_timeline (trace, options, title, error);
}

static gboolean
run (char **argv, GError **error)
{
  RenderOptions options = { .width = DEFAULT_WIDTH, .scale = 1, .threshold = -1.0 };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.output,
      N_("Output file; - for standard output"), N_("FILE") },
    { "view", 0, 0, G_OPTION_ARG_STRING, &options.view_name,
      N_("What to draw: timeline, flame, graph or waits (default: timeline)"), N_("VIEW") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("Image format: png, svg or pdf (default: by the suffix of the output file)"),
      N_("FORMAT") },
    { "width", 0, 0, G_OPTION_ARG_INT, &options.width, N_("Width in px (default: 1600)"),
      N_("PX") },
    { "height", 0, 0, G_OPTION_ARG_INT, &options.height,
      N_("Height in px (default: the height of the rows, at most 8000)"), N_("PX") },
    { "scale", 0, 0, G_OPTION_ARG_INT, &options.scale,
      N_("Scale factor of a PNG image (default: "
         "1)"),
      N_("N") },
    { "dark", 0, 0, G_OPTION_ARG_NONE, &options.is_dark, N_("Dark colours"), NULL },
    { "strip", 0, 0, G_OPTION_ARG_NONE, &options.is_strip,
      N_("Show one line per thread, with its innermost calls"), NULL },
    { "stacks", 0, 0, G_OPTION_ARG_NONE, &options.has_stacks,
      N_("Show the sampled stacks of each thread over time"), NULL },
    { "unfold", 0, 0, G_OPTION_ARG_NONE, &options.is_unfolded,
      N_("Show the threads of all processes of a log, not only of the busiest processes"), NULL },
    { "counters", 0, 0, G_OPTION_ARG_STRING, &options.counters_name,
      N_("Display mode of counters: value, delta to the next sample, or rate per second (default: value)"),
      N_("MODE") },
    { "color-by", 'c', 0, G_OPTION_ARG_STRING, &options.color_name,
      N_("Property that determines the colour: symbol, package, thread, duration or owner "
         "(default: symbol)"),
      N_("WHAT") },
    { "by", 0, 0, G_OPTION_ARG_STRING, &options.width_name,
      N_("Value that determines the width of frames in a flame graph: wall, cpu or count; for "
         "samples, wall is their weight"),
      N_("WHAT") },
    { "by-thread", 0, 0, G_OPTION_ARG_NONE, &options.by_thread, N_("Group a flame graph by thread"),
      NULL },
    { "reversed", 0, 0, G_OPTION_ARG_NONE, &options.is_reversed,
      N_("Invert the stacks of a flame graph: innermost calls at the root"), NULL },
    { "flip", 0, 0, G_OPTION_ARG_NONE, &options.is_flipped,
      N_("Draw the root of a flame graph at the bottom"), NULL },
    { "symbol", 's', 0, G_OPTION_ARG_STRING, &options.symbol,
      N_("Method at the centre of a call graph (default: the root of all threads)"), N_("SYMBOL") },
    { "threshold", 0, 0, G_OPTION_ARG_DOUBLE, &options.threshold,
      N_("Omit calls from a call graph that take less than this percentage of the inclusive time "
         "of the method (default: 5)"),
      N_("PERCENT") },
    { "title", 0, 0, G_OPTION_ARG_STRING, &options.title,
      N_("Title of the image (default: the "
         "file name)"),
      N_("TEXT") },
    { "font", 0, 0, G_OPTION_ARG_STRING, &options.font, N_("Font family (default: Cantarell)"),
      N_("NAME") },
    { "no-legend", 0, 0, G_OPTION_ARG_NONE, &options.has_no_legend,
      N_("Omit the legend of colours"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));
  gboolean is_done;

  tv_selection_options_add (&options.selection, TV_SELECTION_OPTION_STACKS, context);
  tv_trace_source_add_options (&options.source, context);
  tv_time_base_option_add (&options.time_base, context);
  g_option_context_set_summary (
      context, _("Draws the timeline, flame graph, call graph or wait graph of a trace as a PNG, "
                 "SVG or PDF image. Needs no display."));
  is_done = tv_command_parse (context, entries, argv, error) &&
            tv_command_check_operands (operands, 1, 1, _("FILE"), error) &&
            check_options (&options, error) && render (operands[0], &options, error);
  clear_options (&options);
  return is_done;
}

const TvCommand tv_render_command = { "render",
                                      N_("Draw a timeline, flame graph, call graph or wait graph"),
                                      run };
