/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include <glib/gi18n.h>

#include "analysis/calls/call-source.h"
#include "analysis/samples/sample-kinds.h"
#include "cli/command.h"
#include "cli/diff-text.h"
#include "cli/gate.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/selection-options.h"
#include "cli/terminal-text.h"
#include "core/file-name.h"
#include "core/time-parse.h"
#include "export/difference-html.h"
#include "export/write-table.h"
#include "tables/difference-table.h"
#include "tables/table-subset.h"

/* Reports calls that became slower after a change. Compares two runs, or several earlier runs with several later
 * runs.
 *
 *   BEFORE… vs AFTER… ─▶ difference ─▶ table ─▶ rows that changed enough ─▶ text, HTML, CSV, TSV, JSON
 *                                        └────▶ gates ─▶ exit status
 *
 * Implements the command `tracedump diff`, listed in commands[] in main.c. gate.c parses and checks --fail-if. Loads
 * one run after the other. Writes only to the output. */

#define SIDES_WORD "vs"

typedef struct
{
  TvTraceSource source;
  TvSelectionOptions selection;
  char *map
      [2]; /* (nullable): mapping files of the earlier and of the later runs; an element is NULL if --mapping applies
            * to that side */
  char *after_from;
  char *after_to;
  char *by_name;
  char *format_name;
  char *sort;
  char *min_change;
  char **gate_texts;
  int top;
  gboolean ignores_signature;

  TvDifferenceBy by;
  gboolean is_text;
  gboolean is_html;
  gboolean is_in_one_file; /* whether one file contains the samples of both runs */
  TvTextFormat format;
  guint sort_column; /* index of the column to sort by; G_MAXUINT for the default */
  double min_value;  /* threshold in ns or, if samples are compared, in their unit */
  double min_percent;
  GPtrArray *gates;
} DiffOptions;

static void
clear_options (DiffOptions *options)
{
  tv_trace_source_clear (&options->source);
  tv_selection_options_clear (&options->selection);
  g_free (options->map[0]);
  g_free (options->map[1]);
  g_free (options->after_from);
  g_free (options->after_to);
  g_free (options->by_name);
  g_free (options->format_name);
  g_free (options->sort);
  g_free (options->min_change);
  g_strfreev (options->gate_texts);
  g_clear_pointer (&options->gates, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (DiffOptions, clear_options)

/* ---- Options ---- */

static gboolean
set_usage_error (GError **error, const char *text, const char *value)
{
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "%s: “%s”", text, value);
  return FALSE;
}

static gboolean
parse_by (DiffOptions *options, GError **error)
{
  TvCallGroupBy group;

  if (options->by_name == NULL || g_str_equal (options->by_name, "method"))
    options->by = TV_DIFFERENCE_BY_METHOD;
  else if (g_str_equal (options->by_name, "thread"))
    options->by = TV_DIFFERENCE_BY_THREAD;
  else if (tv_call_group_by_parse (options->by_name, &group))
    options->by = tv_difference_by_group (group);
  else
    return set_usage_error (
        error, _("--group-by must be method, package, class, library, process or thread"),
        options->by_name);
  if (options->by == TV_DIFFERENCE_BY_METHOD && options->ignores_signature)
    options->by = TV_DIFFERENCE_BY_NAME;
  return TRUE;
}

static gboolean
parse_format (DiffOptions *options, GError **error)
{
  options->is_text = options->format_name == NULL || g_str_equal (options->format_name, "text");
  options->is_html = g_strcmp0 (options->format_name, "html") == 0;
  return options->is_text || options->is_html ||
         tv_text_format_parse (options->format_name, &options->format) ||
         set_usage_error (error, _("--format must be text, html, csv, tsv or json"),
                          options->format_name);
}

static gboolean
parse_sort (DiffOptions *options, const TvTableInfo *info, GError **error)
{
  options->sort_column = G_MAXUINT;
  for (guint i = 0; options->sort != NULL && i < info->n_columns; i++)
    if (g_str_equal (info->columns[i].name, options->sort))
      options->sort_column = i;
  return options->sort == NULL || options->sort_column != G_MAXUINT ||
         set_usage_error (error, _("--sort must be a column name"), options->sort);
}

static gboolean
parse_number (const char *text, double *number)
{
  char *end;

  *number = g_ascii_strtod (text, &end);
  return g_ascii_isdigit (*text) && *end == '\0' && isfinite (*number);
}

/* Parses the threshold, which is a time, a percentage of the earlier time or weight, or a number in the unit of the
 * samples. */
static gboolean
parse_min_change (DiffOptions *options, TvWeightUnit unit, GError **error)
{
  const char *text = options->min_change;
  gboolean is_number;
  char *end;

  options->min_percent = 0.0;
  options->min_value = 0;
  if (text == NULL)
    return TRUE;
  options->min_percent = g_ascii_strtod (text, &end);
  if (end > text && g_str_equal (end, "%") && options->min_percent >= 0.0 &&
      isfinite (options->min_percent))
    return TRUE;
  options->min_percent = 0.0;
  if (unit == TV_WEIGHT_NS)
    options->min_value = (double) tv_time_parse (text);
  is_number = unit == TV_WEIGHT_NS ? options->min_value >= 0
                                   : parse_number (text, &options->min_value);
  return is_number ||
         set_usage_error (error,
                          unit == TV_WEIGHT_NS
                              ? _("--min-change must be a time, such as 2ms, or a percentage")
                              : _("--min-change must be a sample weight or a percentage"),
                          text);
}

static gboolean
parse_gates (DiffOptions *options, const TvTableInfo *info, GError **error)
{
  g_clear_pointer (&options->gates, g_ptr_array_unref);
  options->gates = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_gate_free);
  for (char **text = options->gate_texts; text != NULL && *text != NULL; text++)
    {
      TvGate *gate = tv_gate_parse (*text, info, error);

      if (gate == NULL)
        return FALSE;
      g_ptr_array_add (options->gates, gate);
    }
  return TRUE;
}

/* Parses the options that contain column names or numbers with a unit, and therefore depend on the table. */
static gboolean
parse_of_table (DiffOptions *options, const TvTableInfo *info, TvWeightUnit unit, GError **error)
{
  return parse_sort (options, info, error) && parse_min_change (options, unit, error) &&
         parse_gates (options, info, error);
}

/* Checks that the options are valid for at least one kind of comparison. The actual kind is unknown until a file has
 * been read. */
static gboolean
check_of_table (DiffOptions *options, GError **error)
{
  const TvTableInfo *samples = &tv_sample_difference_table_info;
  g_autoptr (GError) of_samples = NULL;

  if (options->selection.samples == NULL)
    return parse_of_table (options, samples, TV_WEIGHT_COUNT, NULL) ||
           parse_of_table (options, samples, TV_WEIGHT_NS, NULL) ||
           parse_of_table (options, &tv_difference_table_info, TV_WEIGHT_NS, error);
  if (parse_of_table (options, samples, TV_WEIGHT_COUNT, NULL) ||
      parse_of_table (options, samples, TV_WEIGHT_NS, &of_samples))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&of_samples));
  return FALSE;
}

static gboolean
parse_options (DiffOptions *options, GError **error)
{
  if (options->top < 0)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--top must not be negative"));
      return FALSE;
    }
  return parse_by (options, error) && parse_format (options, error) &&
         check_of_table (options, error) && tv_selection_options_check (&options->selection, error);
}

/* Finds the earlier and the later runs. Of two files, the first one is the earlier run; of more files, those before
 * "vs" are the earlier runs. A single file must contain both runs. */
static gboolean
find_sides (char **files, guint *n_before, guint *first_after, GError **error)
{
  guint n = files != NULL ? g_strv_length (files) : 0;

  for (*n_before = 0; *n_before < n; (*n_before)++)
    if (g_str_equal (files[*n_before], SIDES_WORD))
      {
        *first_after = *n_before + 1;
        if (*n_before == 0 || *first_after == n)
          break;
        return TRUE;
      }
  if (n == 2 && *n_before == n)
    {
      *n_before = *first_after = 1;
      return TRUE;
    }
  if (n == 1 && *n_before == n)
    {
      *first_after = 0;
      return TRUE;
    }
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("expected BEFORE AFTER, or BEFORE… vs AFTER… for several runs"));
  return FALSE;
}

/* ---- Runs ---- */

/* Returns the selection of a run: the common options, overridden by --after-from and --after-to for later runs; NULL
 * on error. */
static TvSelection *
select_part (const DiffOptions *options, gboolean is_after, TvTrace *trace, GError **error)
{
  TvSelectionOptions selection = options->selection;

  if (is_after && options->after_from != NULL)
    selection.from = options->after_from;
  if (is_after && options->after_to != NULL)
    selection.to = options->after_to;
  if (is_after && !tv_selection_options_check (&selection, error))
    return NULL;
  return tv_selection_options_select (&selection, trace, error);
}

/* Creates an empty comparison. The first run determines what is compared: its calls if it has any, otherwise the
 * requested samples. */
static TvDifference *
new_difference (const DiffOptions *options, TvTrace *trace, GError **error)
{
  const TvSampleKind *kinds, *kind;
  TvDifference *difference;
  guint32 source;

  if (!tv_selection_options_find_source (&options->selection, trace, &source, error))
    return NULL;
  if (source == TV_CALLS_OF_SLICES)
    return tv_difference_new (options->by);
  kinds = tv_trace_get_stacks (trace)->kinds;
  kind = &kinds[source];
  difference = tv_difference_new_of_samples (options->by, tv_trace_get_string (trace, kind->name),
                                             kind->unit);
  if (options->is_in_one_file)
    tv_difference_set_kind_before (difference,
                                   tv_trace_get_string (trace, kinds[kind->before].name));
  return difference;
}

/* If only one file was given, checks that it contains the samples of two runs. Otherwise returns TRUE. */
static gboolean
check_one_file (const DiffOptions *options, TvTrace *trace, const char *file, GError **error)
{
  guint32 source;

  if (!options->is_in_one_file ||
      (tv_selection_options_find_source (&options->selection, trace, &source, NULL) &&
       source != TV_CALLS_OF_SLICES &&
       tv_trace_get_stacks (trace)->kinds[source].before != TV_NONE))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("%s does not contain two runs; expected BEFORE AFTER"), file);
  return FALSE;
}

static void
warn_of_nothing (TvDifference *difference, TvTrace *trace, const char *file)
{
  TvWeightUnit unit;
  const char *kind = tv_difference_get_kind (difference, &unit);

  if (kind == NULL && !tv_call_source_has_calls (trace))
    tv_terminal_text_warn (_("warning: %s contains no calls"), file);
  if (kind != NULL && tv_sample_kind_find_with_any_digits (trace, kind, unit) == TV_NONE)
    tv_terminal_text_warn (_("warning: %s contains no samples of %s"), file, kind);
}

static gboolean
add_run (TvDifference **difference,
         const DiffOptions *options,
         const char *file,
         gboolean is_after,
         TvClock *clock,
         GError **error)
{
  TvTraceSource source = options->source;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvSelection) selection = NULL;

  if (options->map[is_after] != NULL)
    source.map = options->map[is_after];
  trace = tv_open_trace (file, &source, error);
  if (trace == NULL || !check_one_file (options, trace, file, error))
    return FALSE;
  if (*difference == NULL)
    *difference = new_difference (options, trace, error);
  if (*difference == NULL)
    return FALSE;
  warn_of_nothing (*difference, trace, file);
  selection = select_part (options, is_after, trace, error);
  if (selection == NULL)
    return FALSE;
  /* All runs are compared on the same clock. CPU time is used only if all selections use it. */
  if (tv_selection_get_clock (selection) == TV_CLOCK_WALL)
    *clock = TV_CLOCK_WALL;
  return tv_difference_add_run (*difference, is_after, trace, selection, NULL, error);
}

static TvDifference *
compare_runs (const DiffOptions *options,
              char **files,
              TvClock *clock,
              guint n_before,
              guint first_after,
              GError **error)
{
  g_autoptr (TvDifference) difference = NULL;

  *clock = TV_CLOCK_CPU;
  for (guint i = 0; i < n_before; i++)
    if (!add_run (&difference, options, files[i], FALSE, clock, error))
      return NULL;
  for (guint i = first_after; files[i] != NULL; i++)
    if (!add_run (&difference, options, files[i], TRUE, clock, error))
      return NULL;
  tv_difference_finish (difference);
  return g_steal_pointer (&difference);
}

/* ---- Rows ---- */

/* Returns whether a row exceeds the threshold. Rows that are new or gone have no percentage; they exceed every
 * threshold in percent. */
static gboolean
is_change (TvDifferenceTable *table, guint32 row, TvClock clock, const DiffOptions *options)
{
  guint number = tv_difference_table_get_inclusive (table, clock);
  double change = tv_difference_table_get_number (
      table, row, tv_difference_table_get_column (number, TV_DIFFERENCE_CHANGE));
  double percent = tv_difference_table_get_number (
      table, row, tv_difference_table_get_column (number, TV_DIFFERENCE_PERCENT));

  if (options->min_change == NULL)
    return TRUE;
  if (options->min_percent > 0.0)
    return isnan (percent) ? fabs (change) > 0.0 : fabs (percent) >= options->min_percent;
  return fabs (change) >= options->min_value;
}

/* Returns the rows that exceed the threshold, at most --top of them, sorted by the column of --sort or, if that
 * option was not given, by decreasing change. */
static GArray *
find_rows (TvDifferenceTable *self, TvClock clock, const DiffOptions *options)
{
  TvTable *table = TV_TABLE (self);
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint column = options->sort_column != G_MAXUINT
                     ? options->sort_column
                     : tv_difference_table_get_column (
                           tv_difference_table_get_inclusive (self, clock), TV_DIFFERENCE_CHANGE);
  gboolean is_text = tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_TEXT;
  g_autofree guint32 *order = tv_table_sort (table, column, !is_text, NULL);
  guint32 n = tv_table_get_n_rows (table);

  for (guint32 i = 0; i < n && (options->top == 0 || rows->len < (guint) options->top); i++)
    if (is_change (self, order[i], clock, options))
      g_array_append_val (rows, order[i]);
  return rows;
}

/* ---- Command ---- */

static gboolean
check_gates (TvTable *table, const DiffOptions *options, GError **error)
{
  guint n = 0;

  for (guint i = 0; i < options->gates->len; i++)
    n += tv_gate_check (options->gates->pdata[i], table);
  if (n == 0)
    return TRUE;
  g_set_error (error, TV_GATE_ERROR, 0,
               ngettext ("%u row matches --fail-if", "%u rows match --fail-if", n), n);
  return FALSE;
}

static GPtrArray *
dup_names (char **files, guint first, guint end)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = first; i < end; i++)
    g_ptr_array_add (names, tv_file_name_dup_shown (files[i]));
  return names;
}

static gboolean
write_rows (TvDifferenceTable *table,
            GArray *rows,
            TvClock clock,
            const GPtrArray *const names[2],
            const DiffOptions *options,
            GError **error)
{
  g_autoptr (GOutputStream) stream = NULL;
  g_autoptr (TvTable) shown = NULL;

  if (options->is_text || options->is_html)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      if (options->is_html)
        tv_difference_append_html (
            text, &(TvDifferencePage){ table, rows, clock, { names[0], names[1] } });
      else
        tv_diff_text_append (text, table, rows, clock);
      return tv_output_write (text, error);
    }
  stream = tv_output_open ();
  shown = tv_table_subset_new (TV_TABLE (table), rows);
  return tv_write_table (shown, NULL, options->format, stream, NULL, error);
}

static gboolean
write_difference (char **files, DiffOptions *options, GError **error)
{
  guint n_before, first_after;
  TvDifference *difference;
  TvClock clock;
  TvWeightUnit unit;
  g_autoptr (TvTable) table = NULL;
  g_autoptr (GArray) rows = NULL;
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;

  if (!find_sides (files, &n_before, &first_after, error))
    return FALSE;
  options->is_in_one_file = first_after < n_before;
  difference = compare_runs (options, files, &clock, n_before, first_after, error);
  if (difference == NULL)
    return FALSE;
  table = tv_difference_table_new (difference);
  if (tv_difference_get_kind (difference, &unit) != NULL)
    clock = TV_CLOCK_WALL;
  if (!parse_of_table (options, tv_table_get_info (table), unit, error))
    return FALSE;
  rows = find_rows (TV_DIFFERENCE_TABLE (table), clock, options);
  before = dup_names (files, 0, n_before);
  after = dup_names (files, first_after, g_strv_length (files));
  return write_rows (TV_DIFFERENCE_TABLE (table), rows, clock,
                     (const GPtrArray *[]){ before, after }, options, error) &&
         check_gates (table, options, error);
}

static void
append_columns (GString *text, const TvTableInfo *info)
{
  for (guint i = 0; i < info->n_columns; i++)
    g_string_append_printf (text, "%s%s", i % 4 == 0 ? "\n  " : "  ", info->columns[i].name);
}

static char *
dup_description (void)
{
  GString *text = g_string_new (_("Columns for --sort and --fail-if:"));

  append_columns (text, &tv_difference_table_info);
  g_string_append (text, _("\n\nOf samples:"));
  append_columns (text, &tv_sample_difference_table_info);
  return g_string_free (text, FALSE);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (DiffOptions) options = { .top = 0 };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "group-by", 'g', 0, G_OPTION_ARG_STRING, &options.by_name,
      N_("Rows of the comparison: method, package, class, library, process or thread (default: "
         "method)"),
      N_("GROUP") },
    { "by", 'b', G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_STRING, &options.by_name, NULL, NULL },
    { "ignore-signature", 0, 0, G_OPTION_ARG_NONE, &options.ignores_signature,
      N_("Combine methods with the same name, regardless of their signature"), NULL },
    { "sort", 's', 0, G_OPTION_ARG_STRING, &options.sort,
      N_("Column to sort by, in descending order (default: change of inclusive time)"),
      N_("COLUMN") },
    { "min-change", 'm', 0, G_OPTION_ARG_STRING, &options.min_change,
      N_("Show only rows whose inclusive time changed by at least this time, such as 2ms, or this "
         "percentage, such as 5%; for samples that do not measure time, at least this weight"),
      N_("CHANGE") },
    { "top", 'n', 0, G_OPTION_ARG_INT, &options.top,
      N_("Show only the first N rows (default: "
         "all)"),
      N_("N") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("Output format: text, html, csv, tsv or json (default: text); html is a page in one file"),
      N_("FORMAT") },
    { "fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.gate_texts,
      N_("Exit with status 3 if any row matches [NAME:] COLUMN > NUMBER. NAME may contain * and ?. "
         "Rows that --sort, --top and --min-change omit are checked, too. Can be given several "
         "times"),
      N_("CONDITION") },
    { "after-from", 0, 0, G_OPTION_ARG_STRING, &options.after_from,
      N_("Like --from, but only for "
         "AFTER"),
      N_("TIME") },
    { "after-to", 0, 0, G_OPTION_ARG_STRING, &options.after_to, N_("Like --to, but only for AFTER"),
      N_("TIME") },
    { "mapping-before", 0, 0, G_OPTION_ARG_FILENAME, &options.map[0],
      N_("Like --mapping, but only for BEFORE"), N_("MAP") },
    { "mapping-after", 0, 0, G_OPTION_ARG_FILENAME, &options.map[1],
      N_("Like --mapping, but only "
         "for AFTER"),
      N_("MAP") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("BEFORE… [vs] AFTER… | FILE"));
  g_autofree char *description = dup_description ();

  tv_selection_options_add (&options.selection, TV_SELECTION_OPTION_STACKS, context);
  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context,
      _("Compares the time that methods take before and after a change: one run with another, "
        "several runs with several others (BEFORE… vs AFTER…), or the two runs in an output file "
        "of difffolded.pl. With several runs, numbers are medians, and a rank test estimates "
        "whether a change is significant."));
  g_option_context_set_description (context, description);
  return tv_command_parse (context, entries, argv, error) && parse_options (&options, error) &&
         write_difference (operands, &options, error);
}

const TvCommand tv_diff_command = { "diff", N_("Compare runs before and after a change"), run };
