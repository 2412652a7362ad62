/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>
#include <math.h>

#include <glib/gi18n.h>

#include "analysis/difference.h"
#include "cli/command.h"
#include "cli/gate.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/selection-options.h"
#include "cli/terminal-text.h"
#include "core/time-parse.h"
#include "export/write-table.h"
#include "tables/difference-table.h"
#include "tables/table-subset.h"

/* What takes longer after a change: one run against one, or several against several.
 *
 *   BEFORE… vs AFTER… ─▶ difference ─▶ table ─▶ rows that changed enough ─▶ text, CSV, TSV, JSON
 *                                        └────▶ gates ─▶ exit status
 */

#define SIDES_WORD "vs"

typedef struct
{
  TvTraceSource source;
  TvSelectionOptions selection;
  char *map[2]; /* (nullable) each: of before and after, where they differ */
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
  TvTextFormat format;
  guint sort_column; /* or G_MAXUINT */
  gint64 min_ns;
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
  static const char *const names[TV_N_DIFFERENCE_BY] = { "method", "name", "class", "package",
                                                         "thread" };

  for (options->by = 0; options->by < TV_N_DIFFERENCE_BY; options->by++)
    if (options->by_name == NULL || g_str_equal (names[options->by], options->by_name))
      break;
  if (options->by == TV_N_DIFFERENCE_BY || options->by == TV_DIFFERENCE_BY_NAME)
    return set_usage_error (error, _("--by is method, class, package or thread"), options->by_name);
  if (options->by == TV_DIFFERENCE_BY_METHOD && options->ignores_signature)
    options->by = TV_DIFFERENCE_BY_NAME;
  return TRUE;
}

static gboolean
parse_format (DiffOptions *options, GError **error)
{
  options->is_text = options->format_name == NULL || g_str_equal (options->format_name, "text");
  return options->is_text || tv_text_format_parse (options->format_name, &options->format) ||
         set_usage_error (error, _("--format is text, csv, tsv or json"), options->format_name);
}

static gboolean
parse_sort (DiffOptions *options, GError **error)
{
  options->sort_column = G_MAXUINT;
  for (guint i = 0; options->sort != NULL && i < TV_N_DIFFERENCE_COLUMNS; i++)
    if (g_str_equal (tv_difference_table_info.columns[i].name, options->sort))
      options->sort_column = i;
  return options->sort == NULL || options->sort_column != G_MAXUINT ||
         set_usage_error (error, _("--sort takes the name of a column"), options->sort);
}

/* A time, or a percentage of before. */
static gboolean
parse_min_change (DiffOptions *options, GError **error)
{
  const char *text = options->min_change;
  char *end;

  options->min_percent = 0.0;
  options->min_ns = 0;
  if (text == NULL)
    return TRUE;
  options->min_percent = g_ascii_strtod (text, &end);
  if (end > text && g_str_equal (end, "%") && options->min_percent >= 0.0 &&
      isfinite (options->min_percent))
    return TRUE;
  options->min_percent = 0.0;
  options->min_ns = tv_time_parse (text);
  return options->min_ns >= 0 ||
         set_usage_error (error, _("--min-change takes a time, such as 2ms, or a percentage"),
                          text);
}

static gboolean
parse_gates (DiffOptions *options, GError **error)
{
  options->gates = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_gate_free);
  for (char **text = options->gate_texts; text != NULL && *text != NULL; text++)
    {
      TvGate *gate = tv_gate_parse (*text, &tv_difference_table_info, error);

      if (gate == NULL)
        return FALSE;
      g_ptr_array_add (options->gates, gate);
    }
  return TRUE;
}

static gboolean
parse_options (DiffOptions *options, GError **error)
{
  if (options->top < 0)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--top takes a number of rows"));
      return FALSE;
    }
  return parse_by (options, error) && parse_format (options, error) &&
         parse_sort (options, error) && parse_min_change (options, error) &&
         parse_gates (options, error) && tv_selection_options_check (&options->selection, error);
}

/* Number of files before: all but the last of two, or those in front of "vs". */
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
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                       _("BEFORE AFTER, or BEFORE… vs AFTER… with several runs, was expected"));
  return FALSE;
}

/* ---- Runs ---- */

/* Options of a side: those of both, but for what is given for that one alone. */
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

static gboolean
add_run (TvDifference *difference,
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
  if (trace == NULL)
    return FALSE;
  if (!tv_trace_has_slices (trace))
    tv_terminal_text_warn (_("warning: %s: there are no calls in it"), file);
  selection = select_part (options, is_after, trace, error);
  if (selection == NULL)
    return FALSE;
  /* All runs are looked at by one clock, that which they all have. */
  if (tv_selection_get_clock (selection) == TV_CLOCK_WALL)
    *clock = TV_CLOCK_WALL;
  return tv_difference_add_run (difference, is_after, trace, selection, NULL, error);
}

static TvDifference *
compare_runs (const DiffOptions *options,
              char **files,
              TvClock *clock,
              guint n_before,
              guint first_after,
              GError **error)
{
  g_autoptr (TvDifference) difference = tv_difference_new (options->by);

  *clock = TV_CLOCK_CPU;
  for (guint i = 0; files[i] != NULL; i++)
    if ((i < n_before || i >= first_after) &&
        !add_run (difference, options, files[i], i >= first_after, clock, error))
      return NULL;
  tv_difference_finish (difference);
  return g_steal_pointer (&difference);
}

/* ---- Rows ---- */

static TvDifferenceNumber
get_inclusive (TvClock clock)
{
  return clock == TV_CLOCK_CPU ? TV_DIFFERENCE_INCL_CPU : TV_DIFFERENCE_INCL_WALL;
}

/* Number in a cell, or NAN. */
static double
get_number (TvTable *table, guint32 row, guint column)
{
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  if (cell.is_null)
    return NAN;
  return tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_REAL ? cell.real
                                                                           : (double) cell.integer;
}

/* What is new or gone has no percentage, and changed as much as can be. */
static gboolean
is_change (TvTable *table, guint32 row, TvClock clock, const DiffOptions *options)
{
  TvDifferenceNumber number = get_inclusive (clock);
  double change = get_number (table, row,
                              tv_difference_table_get_column (number, TV_DIFFERENCE_CHANGE));
  double percent = get_number (table, row,
                               tv_difference_table_get_column (number, TV_DIFFERENCE_PERCENT));

  if (options->min_change == NULL)
    return TRUE;
  if (options->min_percent > 0.0)
    return isnan (percent) ? fabs (change) > 0.0 : fabs (percent) >= options->min_percent;
  return fabs (change) >= (double) options->min_ns;
}

/* Rows that changed enough, the largest first. */
static GArray *
find_rows (TvTable *table, TvClock clock, const DiffOptions *options)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint column = options->sort_column != G_MAXUINT
                     ? options->sort_column
                     : tv_difference_table_get_column (get_inclusive (clock), TV_DIFFERENCE_CHANGE);
  gboolean is_text = tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_TEXT;
  g_autofree guint32 *order = tv_table_sort (table, column, !is_text, NULL);
  guint32 n = tv_table_get_n_rows (table);

  for (guint32 i = 0; i < n && (options->top == 0 || rows->len < (guint) options->top); i++)
    if (is_change (table, order[i], clock, options))
      g_array_append_val (rows, order[i]);
  return rows;
}

/* ---- Text ---- */

static char *
dup_ms (double ns, const char *format)
{
  return isnan (ns) ? g_strdup ("") : tv_report_dup_decimal (ns / 1e6, format);
}

static char *
dup_state (TvTable *table, guint32 row, double percent)
{
  TvCell cell;

  tv_table_get_cell (table, row, TV_DIFFERENCE_COLUMN_STATE, &cell);
  if (g_str_equal (cell.text, "new"))
    return g_strdup (_("new"));
  if (g_str_equal (cell.text, "gone"))
    return g_strdup (_("gone"));
  return isnan (percent) ? g_strdup ("") : tv_report_dup_decimal (percent, "%+.1f");
}

/* Words for how likely chance is: few runs cannot tell more than perhaps. */
static char *
dup_verdict (TvDifference *difference, double p)
{
  g_autofree char *number = NULL;

  if (isnan (p))
    return g_strdup (tv_difference_count_runs (difference, FALSE) == 1 &&
                             tv_difference_count_runs (difference, TRUE) == 1
                         ? _("one run each")
                         : "");
  number = tv_report_dup_decimal (p, "%.3f");
  return g_strdup_printf (p < 0.01   ? _("clearly (p %s)")
                          : p <= 0.1 ? _("perhaps (p %s)")
                                     : _("no (p %s)"),
                          number);
}

static char **
dup_head (void)
{
  char *cells[] = {
    g_strdup (_("before ms")),  g_strdup (_("after ms")),     g_strdup (_("change ms")),
    g_strdup (_("change %")),   g_strdup (_("calls before")), g_strdup (_("calls after")),
    g_strdup (_("stands out")), g_strdup (_("name")),         NULL,
  };

  return g_memdup2 (cells, sizeof cells);
}

static char **
dup_line (TvTable *table, TvDifference *difference, guint32 row, TvClock clock)
{
  TvDifferenceNumber number = get_inclusive (clock);
  double values[TV_N_DIFFERENCE_SIDES], calls[2], p;
  TvCell name;
  char **cells;

  for (guint side = 0; side < TV_N_DIFFERENCE_SIDES; side++)
    values[side] = get_number (table, row, tv_difference_table_get_column (number, side));
  for (guint side = 0; side < G_N_ELEMENTS (calls); side++)
    calls[side] = get_number (table, row,
                              tv_difference_table_get_column (TV_DIFFERENCE_CALLS, side));
  p = get_number (table, row,
                  clock == TV_CLOCK_CPU ? TV_DIFFERENCE_COLUMN_P_CPU : TV_DIFFERENCE_COLUMN_P_WALL);
  tv_table_get_cell (table, row, TV_DIFFERENCE_COLUMN_NAME, &name);
  cells = g_new0 (char *, 9);
  cells[0] = dup_ms (values[TV_DIFFERENCE_BEFORE], "%.3f");
  cells[1] = dup_ms (values[TV_DIFFERENCE_AFTER], "%.3f");
  cells[2] = dup_ms (values[TV_DIFFERENCE_CHANGE], "%+.3f");
  cells[3] = dup_state (table, row, values[TV_DIFFERENCE_PERCENT]);
  cells[4] = tv_report_dup_decimal (calls[0], "%.0f");
  cells[5] = tv_report_dup_decimal (calls[1], "%.0f");
  cells[6] = dup_verdict (difference, p);
  cells[7] = tv_terminal_text_escape (name.is_null ? _("(no name)") : name.text);
  tv_cell_clear (&name);
  return cells;
}

static gboolean
print_text (TvTable *table,
            TvDifference *difference,
            const GArray *rows,
            TvClock clock,
            GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  g_string_append_printf (text, _("runs:     %u before, %u after\n"),
                          tv_difference_count_runs (difference, FALSE),
                          tv_difference_count_runs (difference, TRUE));
  g_string_append_printf (text, _("clock:    %s\n"),
                          clock == TV_CLOCK_CPU ? _("CPU time") : _("wall time"));
  g_string_append_printf (text, _("rows:     %u of %u\n\n"), rows->len,
                          tv_table_get_n_rows (table));
  g_ptr_array_add (lines, dup_head ());
  for (guint i = 0; i < rows->len; i++)
    g_ptr_array_add (lines, dup_line (table, difference, g_array_index (rows, guint32, i), clock));
  tv_report_append_rows (text, lines);
  return tv_output_write (text, error);
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
               ngettext ("%u row is as --fail-if says", "%u rows are as --fail-if says", n), n);
  return FALSE;
}

static gboolean
write_difference (char **files, const DiffOptions *options, GError **error)
{
  guint n_before, first_after;
  TvDifference *difference;
  TvClock clock;
  g_autoptr (TvTable) table = NULL;
  g_autoptr (GArray) rows = NULL;
  gboolean is_written;

  if (!find_sides (files, &n_before, &first_after, error))
    return FALSE;
  difference = compare_runs (options, files, &clock, n_before, first_after, error);
  if (difference == NULL)
    return FALSE;
  table = tv_difference_table_new (difference);
  rows = find_rows (table, clock, options);
  if (options->is_text)
    is_written = print_text (table, difference, rows, clock, error);
  else
    {
      g_autoptr (GOutputStream) stream = tv_output_open ();
      g_autoptr (TvTable) shown = tv_table_subset_new (table, rows);

      is_written = tv_write_table (shown, NULL, options->format, stream, NULL, error);
    }
  return is_written && check_gates (table, options, error);
}

static char *
dup_description (void)
{
  GString *text = g_string_new (_("Columns, for --sort and --fail-if:"));

  for (guint i = 0; i < TV_N_DIFFERENCE_COLUMNS; i++)
    g_string_append_printf (text, "%s%s", i % 4 == 0 ? "\n  " : "  ",
                            tv_difference_table_info.columns[i].name);
  return g_string_free (text, FALSE);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (DiffOptions) options = { .top = 0 };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "by", 'b', 0, G_OPTION_ARG_STRING, &options.by_name,
      N_("method, class, package or thread (method)"), N_("WHAT") },
    { "ignore-signature", 0, 0, G_OPTION_ARG_NONE, &options.ignores_signature,
      N_("Methods of one name are one, whatever they take"), NULL },
    { "sort", 's', 0, G_OPTION_ARG_STRING, &options.sort,
      N_("Largest first by this column (the change of inclusive time)"), N_("COLUMN") },
    { "min-change", 'm', 0, G_OPTION_ARG_STRING, &options.min_change,
      N_("Only what changed by so much inclusive time, such as 2ms, or so many percent, such as 5%"),
      N_("CHANGE") },
    { "top", 'n', 0, G_OPTION_ARG_INT, &options.top, N_("Only the first N rows (all)"), N_("N") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("text, csv, tsv or json (text)"), N_("FORMAT") },
    { "fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.gate_texts,
      N_("End with status 3 if any row is so: [NAME:] COLUMN > NUMBER; NAME may have * and ?, and "
         "is looked at in all rows; may be given several times"),
      N_("CONDITION") },
    { "after-from", 0, 0, G_OPTION_ARG_STRING, &options.after_from,
      N_("--from, but of AFTER alone"), N_("TIME") },
    { "after-to", 0, 0, G_OPTION_ARG_STRING, &options.after_to, N_("--to, but of AFTER alone"),
      N_("TIME") },
    { "mapping-before", 0, 0, G_OPTION_ARG_FILENAME, &options.map[0],
      N_("--mapping, but of BEFORE alone"), N_("MAP") },
    { "mapping-after", 0, 0, G_OPTION_ARG_FILENAME, &options.map[1],
      N_("--mapping, but of AFTER alone"), N_("MAP") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("BEFORE… [vs] AFTER…"));
  g_autofree char *description = dup_description ();

  tv_selection_options_add (&options.selection,
                            TV_SELECTION_OPTION_PART | TV_SELECTION_OPTION_CALLS, context);
  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context, _("Shows what takes longer, and what less long, after a change: one run against "
                 "one, or several against several (BEFORE… vs AFTER…). Then numbers are medians, "
                 "and a rank test tells whether a change stands out of how runs differ anyway."));
  g_option_context_set_description (context, description);
  return tv_command_parse (context, entries, argv, error) && parse_options (&options, error) &&
         write_difference (operands, &options, error);
}

const TvCommand tv_diff_command = { "diff", N_("Compare runs before and after a change"), run };
