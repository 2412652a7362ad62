/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <inttypes.h>

#include <glib/gi18n.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/sample-profile.h"
#include "cli/selection-options.h"
#include "cli/terminal-text.h"
#include "tables/method-profile.h"
#include "paint/kit/weight-format.h"
#include "tables/range-table.h"
#include "tables/tables.h"

/* Prints a profile as text: a heading, then one line per method or slice name. Implements the command `tracedump
 * profile`, listed in commands[] in main.c; also a tool of the MCP server. This file formats profiles of calls, and
 * sample-profile.c those of samples. */

typedef struct
{
  TvTraceSource source;
  TvSelectionOptions selection;
  int top;
  gboolean has_switches;
  gboolean is_by_line;
  char *group_by; /* (nullable): value of --group-by */
  TvCallGroupBy by;
} ProfileOptions;

/* ---- Lines ---- */

static char **
dup_header (void)
{
  char *cells[] = {
    g_strdup (_("rank")),    g_strdup (_("incl %")),  g_strdup (_("incl ms")),
    g_strdup (_("excl %")),  g_strdup (_("excl ms")), g_strdup (_("calls+recur")),
    g_strdup (_("µs/call")), g_strdup (_("name")),    NULL,
  };

  return g_memdup2 (cells, sizeof cells);
}

static char **
dup_line (TvMethodProfileTable *table, guint32 row, TvClock clock)
{
  TvProfile *profile = tv_method_profile_table_get_profile (table);
  guint32 symbol = tv_method_profile_table_get_symbol (table, row);
  guint32 rank = tv_method_profile_table_get_rank (table, row);
  const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);
  gint64 incl = entry->inclusive_ns[clock], excl = entry->exclusive_ns[clock];
  g_autofree char *label = tv_profile_dup_symbol_label (profile, symbol);

  char *cells[] = {
    rank != TV_NONE ? g_strdup_printf ("%u", rank) : g_strdup (""),
    tv_report_dup_decimal (tv_profile_get_percent (profile, incl, clock), "%.1f"),
    tv_report_dup_decimal ((double) incl / 1e6, "%.3f"),
    tv_report_dup_decimal (tv_profile_get_percent (profile, excl, clock), "%.1f"),
    tv_report_dup_decimal ((double) excl / 1e6, "%.3f"),
    g_strdup_printf ("%u+%u", entry->calls, entry->recursive_calls),
    tv_report_dup_decimal ((double) tv_profile_entry_get_ns_per_call (entry, clock) / 1e3, "%.3f"),
    tv_terminal_text_escape (label),
    NULL,
  };

  return g_memdup2 (cells, sizeof cells);
}

/* Returns the header and the first @n_rows rows (0 for all rows), sorted by inclusive time on @clock. */
static GPtrArray *
get_lines (TvMethodProfileTable *table, TvClock clock, guint32 n_rows)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  guint column = clock == TV_CLOCK_CPU ? TV_METHOD_PROFILE_INCL_CPU_NS
                                       : TV_METHOD_PROFILE_INCL_WALL_NS;
  g_autofree guint32 *order = tv_table_sort (TV_TABLE (table), column, TRUE, NULL);
  guint32 n = tv_table_get_n_rows (TV_TABLE (table));

  g_ptr_array_add (lines, dup_header ());
  if (n_rows > 0)
    n = MIN (n, n_rows);
  for (guint32 i = 0; i < n; i++)
    g_ptr_array_add (lines, dup_line (table, order[i], clock));
  return lines;
}

/* ---- Heading ---- */

static guint64
count_calls (TvProfile *profile)
{
  guint64 calls = 0;

  for (guint32 symbol = 0; symbol < tv_profile_get_n_symbols (profile); symbol++)
    {
      const TvProfileEntry *entry = tv_profile_get_entry (profile, symbol);

      calls += (guint64) entry->calls + entry->recursive_calls;
    }
  return calls;
}

static guint
count_threads_with_calls (TvTrace *trace)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  guint n = 0;

  for (guint32 t = 0; t < n_tracks; t++)
    n += tracks[t].kind == TV_TRACK_THREAD && tracks[t].n_slices > 0;
  return n;
}

/* Returns the number of CPUs with events. */
static guint
count_cpus (TvTrace *trace)
{
  const TvEvents *events = tv_trace_get_events (trace);
  g_autoptr (GHashTable) cpus = g_hash_table_new (NULL, NULL);

  for (guint32 i = 0; i < events->n; i++)
    if (i == 0 || tv_id_column_get (&events->cpu, i) != tv_id_column_get (&events->cpu, i - 1))
      g_hash_table_add (cpus, GUINT_TO_POINTER (tv_id_column_get (&events->cpu, i)));
  return g_hash_table_size (cpus);
}

/* Appends the numbers of events, CPUs, processes and threads of a system trace. They refer to the whole device, while
 * the profile includes only slices. */
static void
append_log (GString *text, TvTrace *trace)
{
  guint32 n_processes, n_threads;

  tv_trace_get_processes (trace, &n_processes);
  tv_trace_get_threads (trace, &n_threads);
  g_string_append_printf (text, _("log:      %u events, %u CPUs, %u processes, %u threads\n"),
                          tv_trace_get_events (trace)->n, count_cpus (trace), n_processes,
                          n_threads);
}

static void
append_heading (GString *text, const char *file, TvProfile *profile, TvClock clock)
{
  TvTrace *trace = tv_profile_get_trace (profile);
  gint64 total_ns = tv_profile_get_total_ns (profile, clock);
  g_autofree char *total = tv_report_dup_decimal ((double) total_ns / 1e6, "%.3f");

  tv_report_append_trace (text, file, trace);
  if (tv_trace_has (trace, TV_HAS_EVENTS))
    append_log (text, trace);
  g_string_append_printf (text, _("clock:    %s\n"),
                          clock == TV_CLOCK_CPU ? _("CPU time") : _("wall time"));
  if (!tv_trace_names_methods (trace))
    {
      g_string_append_printf (text, _("total:    %s ms in the top-level slices of all threads\n"),
                              total);
      g_string_append_printf (text, _ ("slices:   %" PRIu64 " of %u threads\n\n"),
                              count_calls (profile), count_threads_with_calls (trace));
      return;
    }
  g_string_append_printf (text, _("total:    %s ms in the top-level calls of all threads\n"),
                          total);
  g_string_append_printf (text, _("threads:  %u\n"), count_threads_with_calls (trace));
  g_string_append_printf (text, _ ("calls:    %" PRIu64 "\n\n"), count_calls (profile));
}

/* ---- Command ---- */

static gboolean
check_options (ProfileOptions *options, GError **error)
{
  if (options->top < 0)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--top must not be negative"));
      return FALSE;
    }
  if (options->group_by != NULL && !tv_call_group_by_parse (options->group_by, &options->by))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--group-by must be package, class, library or process, not “%s”"),
                   options->group_by);
      return FALSE;
    }
  if (options->group_by != NULL && (options->is_by_line || options->has_switches))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--group-by cannot be combined with --lines or --context-switches"));
      return FALSE;
    }
  return tv_selection_options_check (&options->selection, error);
}

/* ---- Groups ---- */

static void
add_group_cell (GPtrArray *cells, TvTable *table, guint32 row, const char *name, TvWeightUnit unit)
{
  guint column = (guint) tv_table_find_column (table, name);
  TvCell cell;

  tv_table_get_cell (table, row, column, &cell);
  if (cell.is_null)
    g_ptr_array_add (cells, g_strdup (""));
  else if (tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_REAL)
    g_ptr_array_add (cells, tv_report_dup_decimal (cell.real, "%.1f"));
  else if (tv_table_get_columns (table, NULL)[column].type == TV_COLUMN_TEXT)
    g_ptr_array_add (cells, tv_terminal_text_escape (cell.text));
  else
    g_ptr_array_add (cells, tv_report_dup_weight (cell.integer, unit));
  tv_cell_clear (&cell);
}

/* Appends one line per group, in descending order of inclusive time or weight. @measure: "wall", "cpu" or "weight";
 * @n_rows: maximum number of lines; 0 for all */
static void
append_groups (GString *text,
               TvTable *table,
               const char *measure,
               TvWeightUnit unit,
               const char *noun,
               guint32 n_rows)
{
  const char *suffix = g_str_equal (measure, "weight") ? "" : "_ns";
  g_autofree char *sorted = g_strdup_printf ("incl_%s%s", measure, suffix);
  g_autofree guint32 *order = tv_table_sort (table, (guint) tv_table_find_column (table, sorted),
                                             TRUE, NULL);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  char *header[] = {
    g_strdup (_("incl %")),
    g_strdup_printf (_("incl %s"), noun),
    g_strdup (_("excl %")),
    g_strdup_printf (_("excl %s"), noun),
    g_strdup (*suffix == '\0' ? _("samples") : _("calls")),
    g_strdup (_("name")),
    NULL,
  };
  guint32 n = tv_table_get_n_rows (table);

  g_ptr_array_add (lines, g_memdup2 (header, sizeof header));
  for (guint32 i = 0; i < (n_rows > 0 ? MIN (n, n_rows) : n); i++)
    {
      GPtrArray *cells = g_ptr_array_new ();

      for (guint part = 0; part < 4; part++)
        {
          g_autofree char *name = part % 2 == 0
                                      ? g_strdup_printf ("%s_%s_pct", part < 2 ? "incl" : "excl",
                                                         measure)
                                      : g_strdup_printf ("%s_%s%s", part < 2 ? "incl" : "excl",
                                                         measure, suffix);

          add_group_cell (cells, table, order[i], name, unit);
        }
      add_group_cell (cells, table, order[i], "calls", TV_WEIGHT_COUNT);
      add_group_cell (cells, table, order[i], "name", TV_WEIGHT_COUNT);
      g_ptr_array_add (cells, NULL);
      g_ptr_array_add (lines, g_ptr_array_free (cells, FALSE));
    }
  tv_report_append_rows (text, lines);
}

static gboolean
write_groups (TvTrace *trace,
              const char *file,
              guint32 source,
              const TvSelection *selection,
              const ProfileOptions *options,
              GError **error)
{
  const TvTableOptions table_options = { .selection = selection, .source = &source };
  g_autoptr (TvTable) table = tv_tables_open (tv_group_table_get (options->by)->info.name, trace,
                                              &table_options, tv_interrupt_get_work (), error);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_of_cpu = tv_selection_get_clock (selection) == TV_CLOCK_CPU;

  if (table == NULL)
    return FALSE;
  tv_report_append_trace (text, file, trace);
  if (source == TV_CALLS_OF_SLICES)
    {
      g_string_append_printf (text, _("clock:    %s\n\n"),
                              is_of_cpu ? _("CPU time") : _("wall time"));
      append_groups (text, table, is_of_cpu ? "cpu" : "wall", TV_WEIGHT_NS, _("ms"),
                     (guint32) options->top);
    }
  else
    {
      g_string_append_c (text, '\n');
      append_groups (text, table, "weight", tv_trace_get_stacks (trace)->kinds[source].unit,
                     tv_weight_get_noun (trace, source), (guint32) options->top);
    }
  return tv_output_write (text, error);
}

static gboolean
write_samples (TvTrace *trace,
               const char *file,
               guint32 kind,
               const TvSelection *selection,
               const ProfileOptions *options,
               GError **error)
{
  g_autoptr (TvCallPaths) paths = tv_call_paths_new (trace, kind, tv_interrupt_get_work (), error);
  g_autoptr (GString) text = g_string_new (NULL);
  guint32 n_rows = (guint32) options->top;

  if (paths == NULL)
    return FALSE;
  return (options->is_by_line
              ? tv_sample_profile_append_lines (text, file, paths, selection, n_rows, error)
              : tv_sample_profile_append (text, file, paths, selection, n_rows, error)) &&
         tv_output_write (text, error);
}

static gboolean
write_profile (const char *file, const ProfileOptions *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (file, &options->source, error);
  TvTableOptions table_options = { 0 };
  g_autoptr (TvSelection) selection = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GString) text = NULL;
  TvClock clock;
  guint32 source;

  if (trace == NULL)
    return FALSE;
  selection = tv_selection_options_select (&options->selection, trace, error);
  if (selection == NULL ||
      !tv_selection_options_find_source (&options->selection, trace, &source, error))
    return FALSE;
  if (options->group_by != NULL)
    return write_groups (trace, file, source, selection, options, error);
  if (source != TV_CALLS_OF_SLICES)
    return write_samples (trace, file, source, selection, options, error);
  if (options->is_by_line)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--lines requires samples, but the trace contains calls"));
      return FALSE;
    }
  clock = tv_selection_get_clock (selection);
  if (options->has_switches)
    table_options.profile_flags = TV_PROFILE_CONTEXT_SWITCHES;
  tv_open_trace_warn_missing_switches (trace, table_options.profile_flags);
  table_options.selection = selection;
  table = tv_tables_open ("method_profile", trace, &table_options, tv_interrupt_get_work (), error);
  if (table == NULL)
    return FALSE;

  lines = get_lines (TV_METHOD_PROFILE_TABLE (table), clock, (guint32) options->top);
  text = g_string_new (NULL);
  append_heading (text, file, tv_method_profile_table_get_profile (TV_METHOD_PROFILE_TABLE (table)),
                  clock);
  tv_report_append_rows (text, lines);
  return tv_output_write (text, error);
}

static gboolean
run (char **argv, GError **error)
{
  ProfileOptions options = { 0 };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "top", 'n', 0, G_OPTION_ARG_INT, &options.top, N_("Show only the first N methods or lines"),
      N_("N") },
    { "group-by", 'g', 0, G_OPTION_ARG_STRING, &options.group_by,
      N_("Group by package, class, library or process instead of by method"), N_("GROUP") },
    { "lines", 0, 0, G_OPTION_ARG_NONE, &options.is_by_line,
      N_("Group samples by source line instead of by function"), NULL },
    { "context-switches", 0, 0, G_OPTION_ARG_NONE, &options.has_switches,
      N_("Show the time off the CPU as calls of “(context switch)”"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));
  gboolean is_done;

  tv_selection_options_add (&options.selection, TV_SELECTION_OPTION_STACKS, context);
  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context, _("Shows the methods of a trace, the slices of a log, or the functions of a sampled "
                 "profile, sorted by inclusive time."));
  is_done = tv_command_parse (context, entries, argv, error) &&
            tv_command_check_operands (operands, 1, 1, _("FILE"), error) &&
            check_options (&options, error) && write_profile (operands[0], &options, error);
  tv_selection_options_clear (&options.selection);
  tv_trace_source_clear (&options.source);
  g_free (options.group_by);
  return is_done;
}

const TvCommand tv_profile_command = { "profile", N_("Show the time of each method"), run };
