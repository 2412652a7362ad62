/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/record-dump.h"
#include "core/error.h"
#include "core/file-name.h"
#include "export/call-difference.h"
#include "export/call-graph-dot.h"
#include "export/call-report.h"
#include "export/graphviz.h"
#include "export/replace-file.h"
#include "formats/call-records.h"

/* Prints the reports of the original dmtracedump for any supported trace. Implements the command `tracedump
 * dmtracedump`. main.c also runs this command if the program is called dmtracedump, or if the first argument is a
 * file instead of a command. Writes to standard output, and replaces the image file of --graph. */

#define DEFAULT_THRESHOLD 20

typedef struct
{
  TvTraceSource source;
  char *clock_name;
  gboolean is_html;
  gboolean is_dump;
  char *script_prefix;
  char *before;
  char *image;
  gboolean keeps_dot;
  int threshold;
} DumpOptions;

static void
clear_options (DumpOptions *self)
{
  tv_trace_source_clear (&self->source);
  g_free (self->clock_name);
  g_free (self->script_prefix);
  g_free (self->before);
  g_free (self->image);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DumpOptions, clear_options)

/* Finds the requested clock or, if none was requested, the first clock of the trace. */
static gboolean
find_clock (TvTrace *trace, const char *name, TvClock *clock, GError **error)
{
  *clock = tv_trace_get_main_clock (trace);
  if (name != NULL)
    *clock = g_str_equal (name, "cpu") ? TV_CLOCK_CPU : TV_CLOCK_WALL;
  if (tv_trace_has_clock (trace, *clock))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("The trace was not recorded with the clock “%s”"), name);
  return FALSE;
}

static TvMethodRanks *
rank_methods (TvTrace *trace, const DumpOptions *options, GError **error)
{
  g_autoptr (TvProfile) profile = NULL;
  TvClock clock;

  if (!find_clock (trace, options->clock_name, &clock, error))
    return NULL;
  profile = tv_profile_new (trace, NULL, TV_PROFILE_DEFAULT, NULL, error);
  return profile != NULL ? tv_method_ranks_new (profile, clock) : NULL;
}

/* Finds the requested clock or, if none was requested, the first clock that both runs have. */
static gboolean
find_common_clock (TvTrace *before,
                   TvTrace *after,
                   const DumpOptions *options,
                   TvClock *clock,
                   GError **error)
{
  TvClock other;

  if (!find_clock (before, options->clock_name, clock, error) ||
      !find_clock (after, options->clock_name, &other, error))
    return FALSE;
  if (*clock == other)
    return TRUE;
  *clock = TV_CLOCK_WALL;
  if (tv_trace_has_clock (before, *clock) && tv_trace_has_clock (after, *clock))
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("One run has only CPU times, and the other only wall times"));
  return FALSE;
}

static gboolean
write_difference (const char *file, const DumpOptions *options, GError **error)
{
  g_autoptr (TvTrace) before = tv_open_trace (options->before, &options->source, error);
  g_autoptr (TvTrace) after = before != NULL ? tv_open_trace (file, &options->source, error) : NULL;
  g_autoptr (TvDifference) difference = tv_difference_new (TV_DIFFERENCE_BY_METHOD);
  g_autofree char *before_name = tv_file_name_dup_shown (options->before);
  g_autofree char *after_name = tv_file_name_dup_shown (file);
  g_autoptr (GString) text = NULL;
  TvCallDifference runs = { difference, { before_name, after_name }, TV_CLOCK_WALL };

  if (after == NULL || !find_common_clock (before, after, options, &runs.clock, error) ||
      !tv_difference_add_run (difference, FALSE, before, NULL, NULL, error) ||
      !tv_difference_add_run (difference, TRUE, after, NULL, NULL, error))
    return FALSE;
  tv_difference_finish (difference);
  text = g_string_new (NULL);
  if (options->is_html)
    {
      g_autofree char *title = g_strdup_printf (_("%s against %s"), after_name, before_name);

      tv_call_difference_append_html (text, &runs,
                                      &(TvCallReportPage){ title, options->script_prefix });
    }
  else
    tv_call_difference_append_text (text, &runs);
  return tv_output_write (text, error);
}

/* ---- Graph ---- */

/* Maximum number of edges to draw. Graphviz takes about a minute for this number. */
#define MAX_EDGES 3000

/* Returns: (nullable): format for the suffix of a file name: "dot" or an image format; %NULL for other suffixes */
static const char *
find_image_format (const char *path)
{
  static const char *const formats[] = { "dot", "svg", "png", "pdf" };
  const char *ending = strrchr (path, '.');

  for (guint i = 0; ending != NULL && i < G_N_ELEMENTS (formats); i++)
    if (g_ascii_strcasecmp (ending + 1, formats[i]) == 0)
      return formats[i];
  return NULL;
}

static gboolean
write_bytes (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  gsize size;
  gconstpointer bytes = g_bytes_get_data (data, &size);

  return g_output_stream_write_all (stream, bytes, size, NULL, cancellable, error);
}

static gboolean
replace_file (const char *path, GBytes *bytes, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) failure = NULL;
  g_autofree char *shown = NULL;

  if (tv_replace_file (file, write_bytes, bytes, NULL, &failure))
    return TRUE;
  shown = tv_file_name_dup_shown (path);
  g_set_error (error, TV_ERROR, TV_ERROR_IO, "%s: %s", shown, failure->message);
  return FALSE;
}

static gboolean
draw_graph (const TvCallGraph *graph, const char *dot, const char *path, GError **error)
{
  const char *format = find_image_format (path);
  g_autoptr (GBytes) image = NULL;

  if (graph->edges->len > MAX_EDGES)
    {
      g_set_error (
          error, TV_ERROR, TV_ERROR_TOO_LARGE,
          _("The graph has %u edges; at most %u can be drawn. To omit more methods, use a higher "
            "value of -t; or write a .dot file, which has no limit"),
          graph->edges->len, MAX_EDGES);
      return FALSE;
    }
  image = tv_graphviz_render (dot, format != NULL ? format : "png", error);
  return image != NULL && replace_file (path, image, error);
}

static gboolean
write_graph (const TvMethodRanks *ranks, const DumpOptions *options, GError **error)
{
  g_autoptr (TvCallGraph) graph = tv_call_graph_new_below (
      ranks, tv_method_ranks_get_toplevel (ranks), options->threshold);
  GString *text = g_string_new (NULL);
  g_autofree char *dot_path = g_strconcat (options->image, ".dot", NULL);
  gboolean is_dot = g_strcmp0 (find_image_format (options->image), "dot") == 0;
  g_autoptr (GBytes) dot = NULL;

  tv_call_graph_append_dot (text, graph);
  dot = g_string_free_to_bytes (text);
  if (is_dot)
    return replace_file (options->image, dot, error);
  if (options->keeps_dot && !replace_file (dot_path, dot, error))
    return FALSE;
  return draw_graph (graph, g_bytes_get_data (dot, NULL), options->image, error);
}

/* ---- Report ---- */

static gboolean
write_report (const char *file, const DumpOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (file, &options->source, error);
  g_autofree char *shown = tv_file_name_dup_shown (file);
  g_autoptr (TvMethodRanks) ranks = NULL;
  g_autoptr (GString) text = NULL;

  if (trace == NULL)
    return FALSE;
  ranks = rank_methods (trace, options, error);
  if (ranks == NULL || (options->image != NULL && !write_graph (ranks, options, error)))
    return FALSE;
  text = g_string_new (NULL);
  if (options->is_html)
    tv_call_report_append_html (text, ranks, &(TvCallReportPage){ shown, options->script_prefix });
  else
    tv_call_report_append_text (text, ranks);
  return tv_output_write (text, error);
}

static gboolean
write_records (const char *file, const DumpOptions *options, GError **error)
{
  g_autoptr (GArray) records = g_array_new (FALSE, FALSE, sizeof (TvCallRecord));
  TvTraceSource source = options->source;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GOutputStream) stream = NULL;
  TvClock clock;

  source.records = records;
  trace = tv_open_trace (file, &source, error);
  if (trace == NULL || !find_clock (trace, options->clock_name, &clock, error))
    return FALSE;
  if (records->len == 0 && !tv_trace_names_methods (trace))
    {
      g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE, _("%s contains no calls"), file);
      return FALSE;
    }
  stream = tv_output_open ();
  return tv_record_dump_write (trace, records, clock, stream, error);
}

static gboolean
check_options (const DumpOptions *options, GError **error)
{
  if (options->clock_name != NULL && !g_str_equal (options->clock_name, "cpu") &&
      !g_str_equal (options->clock_name, "wall"))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--clock must be wall or cpu, not “%s”"), options->clock_name);
      return FALSE;
    }
  if (!options->is_dump || options->before == NULL)
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("-o cannot be combined with -d"));
  return FALSE;
}

/* Replaces an invalid threshold with the default, as the original program does. */
static void
set_threshold (DumpOptions *options)
{
  if (options->threshold < 0 || options->threshold > 99)
    options->threshold = DEFAULT_THRESHOLD;
}

static gboolean
write_requested_output (const char *file, DumpOptions *options, GError **error)
{
  set_threshold (options);
  if (options->is_dump)
    return write_records (file, options, error);
  return options->before != NULL ? write_difference (file, options, error)
                                 : write_report (file, options, error);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (DumpOptions) options = { .threshold = DEFAULT_THRESHOLD };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "html", 'h', 0, G_OPTION_ARG_NONE, &options.is_html,
      N_("Write a report as an HTML page in "
         "one file"),
      NULL },
    { "sortable", 's', 0, G_OPTION_ARG_STRING, &options.script_prefix,
      N_("Sort the tables of the page with the script at URLsortable.js"), N_("URL") },
    { "records", 'o', 0, G_OPTION_ARG_NONE, &options.is_dump,
      N_("Print the records of the file instead of a profile"), NULL },
    { "diff", 'd', 0, G_OPTION_ARG_FILENAME, &options.before,
      N_("Compare FILE with RUN, an earlier run"), N_("RUN") },
    { "graph", 'g', 0, G_OPTION_ARG_FILENAME, &options.image,
      N_("Also draw the call graph to OUT; the suffix svg, png, pdf or dot determines the format "
         "(default: png)"),
      N_("OUT") },
    { "keep-dot", 'k', 0, G_OPTION_ARG_NONE, &options.keeps_dot,
      N_("Keep the input of Graphviz as OUT.dot"), NULL },
    { "threshold", 't', 0, G_OPTION_ARG_INT, &options.threshold,
      N_("Omit methods from the graph that take less than this percentage of the inclusive time of "
         "their caller, from 0 to 99 (default: 20)"),
      N_("PERCENT") },
    { "clock", 0, 0, G_OPTION_ARG_STRING, &options.clock_name,
      N_("Clock of the times: wall or cpu (default: the first clock in the records, which is cpu "
         "if the trace has both)"),
      N_("CLOCK") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));

  tv_trace_source_add_options (&options.source, context);
  return tv_command_parse (context, entries, argv, error) &&
         tv_command_check_operands (operands, 1, 1, _("FILE"), error) &&
         check_options (&options, error) && write_requested_output (operands[0], &options, error);
}

const TvCommand tv_dmtracedump_command = { "dmtracedump",
                                           N_("Print the same output as the original dmtracedump"),
                                           run };
