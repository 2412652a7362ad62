/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <inttypes.h>

#include "analysis/incident/finding.h"
#include "analysis/samples/sample-kinds.h"
#include "analysis/trace-numbers.h"
#include "cli/command.h"
#include "cli/info.h"
#include "cli/interrupt.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/terminal-text.h"
#include "export/text-writer.h"
#include "formats/bundle.h"
#include "formats/input/input.h"
#include "core/time-format.h"

/* Prints a summary of a file, as text or as a JSON object. Implements the command `tracedump info`, listed in
 * commands[] in main.c; also a tool of the MCP server. Writes only to the output. */

typedef struct
{
  TvTraceSource source;
  char *format_name;
} InfoOptions;

static void
clear_options (InfoOptions *options)
{
  tv_trace_source_clear (&options->source);
  g_free (options->format_name);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (InfoOptions, clear_options)

/* Returns the size of the file in bytes; -1 if the size is unknown, as for a pipe or a member of a bundle. */
static gint64
get_size (const char *file, const TvTraceSource *source)
{
  GStatBuf status;

  return source->member == NULL && source->with == NULL && g_stat (file, &status) == 0 &&
                 S_ISREG (status.st_mode)
             ? (gint64) status.st_size
             : -1;
}

/* Returns the number of traces in an archive or a bug report if there are several; otherwise 0. */
static guint
count_members (const TvBundle *bundle)
{
  guint n = bundle != NULL ? tv_bundle_count (bundle, TV_MEMBER_TRACE) : 0;

  return n > 1 ? n : 0;
}

/* ---- Text ---- */

static void
append_fact (GString *text, const char *title, const char *value)
{
  g_autofree char *shown_title = tv_terminal_text_escape (title);
  g_autofree char *shown = tv_terminal_text_escape (value);
  glong width = g_utf8_strlen (shown_title, -1);

  g_string_append_printf (text, "%s:%*s %s\n", shown_title, (int) MAX (0, 20 - width), "", shown);
}

static void
append_clocks (GString *text, TvTrace *trace)
{
  gboolean has_wall = tv_trace_has_clock (trace, TV_CLOCK_WALL);
  gboolean has_cpu = tv_trace_has_clock (trace, TV_CLOCK_CPU);

  if (!tv_trace_has (trace, TV_HAS_CALLS))
    return;
  append_fact (text, _("Clocks"),
               has_wall && has_cpu ? _("Wall time and thread CPU time")
               : has_wall          ? _("Wall time")
                                   : _("Thread CPU time"));
}

static void
append_kinds (GString *text, TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    {
      guint64 n;
      gint64 weight = tv_sample_kind_sum (trace, kind, &n);
      g_autoptr (GString) sum = g_string_new (NULL);
      g_autofree char *value = NULL;

      tv_text_append_decimal (sum, weight, tv_weight_unit_get_digits (stacks->kinds[kind].unit));
      /* Translators: number of samples, sum of their weights, and the unit of the weights, such as "ns" */
      value = g_strdup_printf (_ ("%" PRIu64 " samples, %s %s in all"), n, sum->str,
                               tv_weight_unit_name (stacks->kinds[kind].unit));
      append_fact (text, tv_trace_get_string (trace, stacks->kinds[kind].name), value);
    }
}

static void
append_problems (GString *text, TvTrace *trace)
{
  g_autofree char *value = g_strdup_printf (
      /* Translators: number of distinct problems, by severity */
      _("errors %u, warnings %u, notes %u; to list them, run “tracedump problems”"),
      tv_trace_count_problems (trace, TV_SEVERITY_ERROR),
      tv_trace_count_problems (trace, TV_SEVERITY_WARNING),
      tv_trace_count_problems (trace, TV_SEVERITY_NOTE));

  append_fact (text, _("Problems"), value);
}

static void
append_members (GString *text, guint n_members)
{
  g_autofree char *value = g_strdup_printf (
      /* Translators: number of traces in an archive or a bug report */
      _("%u traces; to list them, run “tracedump members”; to open one, use --member"), n_members);

  if (n_members > 0)
    append_fact (text, _("Members"), value);
}

static char *
dup_text (TvTrace *trace, const char *name, gint64 size, guint n_members)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) numbers = tv_trace_numbers_new (trace);
  g_autoptr (TvFinding) finding = tv_finding_new (trace, NULL);
  guint n;
  const TvMetadata *metadata = tv_trace_get_metadata (trace, &n);

  append_fact (text, _("File"), name);
  append_fact (text, _("Format"), tv_trace_get_format (trace));
  if (size >= 0)
    {
      g_autofree char *value = g_format_size_full ((guint64) size, G_FORMAT_SIZE_LONG_FORMAT |
                                                                       G_FORMAT_SIZE_IEC_UNITS);

      append_fact (text, _("Size"), value);
    }
  append_members (text, n_members);
  append_clocks (text, trace);
  for (guint i = 0; i < numbers->len; i++)
    {
      const TvTraceNumber *number = &g_array_index (numbers, TvTraceNumber, i);
      g_autofree char *value = number->is_time ? tv_time_format ((gint64) number->value)
                                               : g_strdup_printf ("%" PRIu64, number->value);

      append_fact (text, number->title, value);
    }
  append_kinds (text, trace);
  {
    g_autofree char *found = tv_finding_dup_line (finding);

    append_fact (text, _("Summary"), found);
  }
  append_problems (text, trace);
  if (n > 0)
    g_string_append (text, _("\nMetadata of the file:\n"));
  for (guint i = 0; i < n; i++)
    append_fact (text, metadata[i].key, metadata[i].value);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- JSON ---- */

static void
append_key (GString *json, const char *key)
{
  if (json->str[json->len - 1] != '{')
    g_string_append (json, ", ");
  tv_text_append_json (json, key);
  g_string_append (json, ": ");
}

static void
append_json_text (GString *json, const char *key, const char *value)
{
  append_key (json, key);
  tv_text_append_json (json, value);
}

static void
append_json_number (GString *json, const char *key, gint64 value)
{
  append_key (json, key);
  tv_text_append_integer (json, value);
}

static void
append_json_kinds (GString *json, TvTrace *trace)
{
  const TvStacks *stacks = tv_trace_get_stacks (trace);

  append_key (json, "sample_events");
  g_string_append_c (json, '[');
  for (guint32 kind = 0; kind < stacks->n_kinds; kind++)
    {
      guint64 n;
      gint64 weight = tv_sample_kind_sum (trace, kind, &n);

      g_string_append (json, kind > 0 ? ", {" : "{");
      append_json_text (json, "event", tv_trace_get_string (trace, stacks->kinds[kind].name));
      append_json_text (json, "unit", tv_weight_unit_name (stacks->kinds[kind].unit));
      append_json_number (json, "samples", (gint64) n);
      append_key (json, "weight");
      tv_text_append_decimal (json, weight, tv_weight_unit_get_digits (stacks->kinds[kind].unit));
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

/* Appends the metadata as a list, because a name can occur several times. */
static void
append_json_metadata (GString *json, TvTrace *trace)
{
  guint n;
  const TvMetadata *metadata = tv_trace_get_metadata (trace, &n);

  append_key (json, "metadata");
  g_string_append_c (json, '[');
  for (guint i = 0; i < n; i++)
    {
      g_string_append (json, i > 0 ? ", {" : "{");
      append_json_text (json, "name", metadata[i].key);
      append_json_text (json, "value", metadata[i].value);
      g_string_append_c (json, '}');
    }
  g_string_append_c (json, ']');
}

static char *
dup_json (TvTrace *trace, const char *name, gint64 size, guint n_members)
{
  static const char *const keys[TV_N_SEVERITIES] = { "notes", "warnings", "errors" };
  g_autoptr (GString) json = g_string_new ("{");
  g_autoptr (GArray) numbers = tv_trace_numbers_new (trace);
  g_autoptr (TvFinding) finding = tv_finding_new (trace, NULL);

  append_json_text (json, "file", name);
  append_json_text (json, "format", tv_trace_get_format (trace));
  if (size >= 0)
    append_json_number (json, "size", size);
  if (n_members > 0)
    append_json_number (json, "members", n_members);
  append_key (json, "clocks");
  g_string_append (json, tv_trace_has_clock (trace, TV_CLOCK_WALL)
                             ? tv_trace_has_clock (trace, TV_CLOCK_CPU) ? "[\"wall\", \"cpu\"]"
                                                                        : "[\"wall\"]"
                             : "[\"cpu\"]");
  for (guint i = 0; i < numbers->len; i++)
    {
      const TvTraceNumber *number = &g_array_index (numbers, TvTraceNumber, i);

      append_json_number (json, number->key, (gint64) number->value);
    }
  append_json_kinds (json, trace);
  append_json_text (json, "finding", finding->text);
  for (guint severity = 0; severity < TV_N_SEVERITIES; severity++)
    append_json_number (json, keys[severity], tv_trace_count_problems (trace, severity));
  append_json_metadata (json, trace);
  g_string_append (json, "}\n");
  return g_string_free (g_steal_pointer (&json), FALSE);
}

/* ---- Command ---- */

static gboolean
show_info (const char *file, const InfoOptions *options, gboolean is_json, GError **error)
{
  TvTraceSource source = options->source;
  g_autoptr (TvInput) input = NULL;
  g_autoptr (TvBundle)
      bundle = source.file == NULL && source.member == NULL && source.with == NULL
                   ? tv_bundle_open_or_file (file, &input, tv_interrupt_get_work (), NULL)
                   : NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *name = tv_input_dup_display_name (file);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *body = NULL;
  gint64 size = get_size (file, &source);
  guint n_members = count_members (bundle);

  if (input != NULL)
    source.file = input;
  trace = tv_open_trace (file, &source, error);
  if (trace == NULL)
    return FALSE;
  body = is_json ? dup_json (trace, name, size, n_members)
                 : dup_text (trace, name, size, n_members);
  g_string_append (text, body);
  return tv_output_write (text, error);
}

/**
 * tv_info_write:
 * @file: name of a file as given by the user
 * @opened: (nullable): the file, if it is already open; consumed
 * @error: return location for an error
 *
 * Writes the summary of a file as text to the output.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_info_write (const char *file, TvInput *opened, GError **error)
{
  const InfoOptions options = { .source = { .is_quiet = TRUE, .file = opened } };

  return show_info (file, &options, FALSE, error);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (InfoOptions) options = { .source.is_quiet = TRUE };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("Output format: text or json "
         "(default: text)"),
      N_("FORMAT") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));
  gboolean is_json;

  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context, _("Shows the format of a file, the amount of its content, its problems and its "
                 "metadata."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, 1, 1, _("FILE"), error))
    return FALSE;
  is_json = options.format_name != NULL && g_str_equal (options.format_name, "json");
  if (!is_json && options.format_name != NULL && !g_str_equal (options.format_name, "text"))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--format must be text or json, not “%s”"), options.format_name);
      return FALSE;
    }
  return show_info (operands[0], &options, is_json, error);
}

const TvCommand tv_info_command = { "info", N_("Show the format and content of a file"), run };
