/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "analysis/incident/incident.h"
#include "cli/bundle-findings.h"
#include "cli/command.h"
#include "cli/gate.h"
#include "cli/interrupt.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/terminal-text.h"
#include "export/write-table.h"
#include "tables/incident-table.h"

/* Prints the diagnosis of a file or a bundle, as text with evidence or as the table "incident".
 *
 *   trace  ─▶ TvIncident ─┬▶ text
 *   bundle ─▶ findings ───┴▶ table ─▶ csv, tsv, json, --fail-if
 *
 * Implements the command `tracedump incident`, listed in commands[] in main.c; also a tool of the MCP server.
 * bundle-findings.c diagnoses the members of a bundle. */

#define MAX_WANTED 5 /* maximum number of blocking threads in the report */

/* Returns the label of a thread, followed by the ids that identify the thread in tables and other files. */
static char *
dup_thread (TvTrace *trace, guint32 thread)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvDumpThread *row = &dumps->threads[thread];
  guint32 upid = dumps->dumps[tv_dumps_find_dump (dumps, thread)].upid;
  g_autofree char *label = tv_dump_dup_thread_label (trace, thread);
  GString *text = g_string_new (label);

  if (row->vm_tid != TV_NONE)
    g_string_append_printf (text, " tid=%u", row->vm_tid);
  if (row->sys_tid != TV_NONE)
    g_string_append_printf (text, " sysTid=%u", row->sys_tid);
  if (upid != TV_NONE)
    g_string_append_printf (text, " pid=%u", tv_trace_get_processes (trace, NULL)[upid].pid);
  return g_string_free (text, FALSE);
}

/* ---- Text ---- */

/* Appends the process, and the reason as the file states it. */
static void
append_reason (GString *text, TvTrace *trace, const TvIncident *incident)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 fault = tv_incident_get_fault (incident), thread = tv_incident_get_thread (incident), pid;
  const char *process = tv_incident_get_process (incident, &pid), *reason = NULL;

  if (fault != TV_NONE)
    reason = tv_trace_get_string (trace, tv_trace_get_faults (trace)->faults[fault].reason);
  else if (thread != TV_NONE)
    reason = tv_trace_get_string (trace, dumps->dumps[tv_dumps_find_dump (dumps, thread)].title);
  if (reason != NULL)
    {
      g_autofree char *shown = tv_terminal_text_escape (reason);

      g_string_append_printf (text, _("reason:   %s\n"), shown);
    }
  if (process != NULL || pid != TV_NONE)
    {
      g_autofree char *label = tv_terminal_text_escape (process != NULL ? process : "");

      g_string_append_printf (text, _("process:  %s"), label);
      if (pid != TV_NONE && pid != 0)
        g_string_append_printf (text, "%s%u", process != NULL ? " " : "", pid);
      g_string_append_c (text, '\n');
    }
}

static void
append_diagnosis (GString *text, const TvIncident *incident)
{
  const char *why;
  TvIncidentCertainty certainty = tv_incident_get_certainty (incident, &why);
  g_autofree char *sentence = tv_terminal_text_escape (
      tv_sentence_get_text (tv_incident_get_sentence (incident)));

  g_string_append_printf (text, "\n%s.\n", sentence);
  for (guint i = 0; i < tv_incident_get_n_steps (incident); i++)
    {
      g_autofree char *step = tv_terminal_text_escape (
          tv_sentence_get_text (tv_incident_get_step (incident, i)));

      g_string_append_printf (text, "  %u. %s\n", i + 1, step);
    }
  /* Translators: certainty of the diagnosis (yes, partly, no), then the reason for the certainty */
  g_string_append_printf (text, _("certain: %s, %s\n"), _ (tv_incident_certainty_name (certainty)),
                          why);
}

/* Appends the other reports in the file, with one sentence each. */
static void
append_others (GString *text, const TvIncident *incident)
{
  guint n = tv_incident_get_n_others (incident);

  if (n == 0)
    return;
  g_string_append_printf (text, ngettext ("\nAnother report:\n", "\nOther reports:\n", n));
  for (guint i = 0; i < n; i++)
    {
      const TvIncident *other = tv_incident_get_other (incident, i);
      g_autofree char *sentence = tv_terminal_text_escape (
          tv_sentence_get_text (tv_incident_get_sentence (other)));

      g_string_append_printf (text, "  %s: %s.\n",
                              tv_incident_kind_label (tv_incident_get_kind (other)), sentence);
    }
}

static int
compare_blocking (gconstpointer a, gconstpointer b, gpointer waits)
{
  const guint32 *first = a, *second = b;
  guint32 n_first = tv_waits_count_blocked (waits, *first);
  guint32 n_second = tv_waits_count_blocked (waits, *second);

  if (n_first != n_second)
    return n_first > n_second ? -1 : 1;
  return *first < *second ? -1 : *first > *second;
}

/* Appends the threads that block the most other threads. */
static void
append_blocking (GString *text, TvTrace *trace, TvWaits *waits)
{
  guint32 n = tv_trace_get_dumps (trace)->n_threads;
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 t = 0; t < n; t++)
    if (tv_waits_count_blocked (waits, t) > 0)
      g_array_append_val (wanted, t);
  if (wanted->len == 0)
    return;
  g_array_sort_with_data (wanted, compare_blocking, waits);
  g_string_append (text, _("\nThreads that others wait for, directly or indirectly:\n"));
  for (guint i = 0; i < MIN (wanted->len, (guint) MAX_WANTED); i++)
    {
      guint32 thread = g_array_index (wanted, guint32, i);
      g_autofree char *label = dup_thread (trace, thread);
      g_autofree char *shown = tv_terminal_text_escape (label);

      g_string_append_printf (text, "  %4u  %s\n", tv_waits_count_blocked (waits, thread), shown);
    }
}

static char *
dup_trace_text (const char *file, TvTrace *trace)
{
  g_autoptr (TvWaits) waits = tv_waits_new (trace);
  g_autoptr (TvIncident) incident = tv_incident_new (trace, waits);
  g_autoptr (GString) text = g_string_new (NULL);

  tv_report_append_trace (text, file, trace);
  append_reason (text, trace, incident);
  append_diagnosis (text, incident);
  append_others (text, incident);
  append_blocking (text, trace, waits);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* ---- Command ---- */

typedef struct
{
  TvTraceSource source;
  char *format_name;
  gboolean is_table;
  TvTextFormat format;
  char **gate_texts;
  GPtrArray *gates; /* (element-type TvGate): conditions of --fail-if */
} Options;

static void
options_clear (Options *self)
{
  tv_trace_source_clear (&self->source);
  g_free (self->format_name);
  g_strfreev (self->gate_texts);
  g_clear_pointer (&self->gates, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
parse_options (Options *self, GError **error)
{
  self->is_table = self->format_name != NULL && !g_str_equal (self->format_name, "text");
  if (self->is_table && !tv_text_format_parse (self->format_name, &self->format))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--format must be text, csv, tsv or json"));
      return FALSE;
    }
  self->gates = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_gate_free);
  for (char **text = self->gate_texts; text != NULL && *text != NULL; text++)
    {
      TvGate *gate = tv_gate_parse (*text, &tv_incident_table_info, error);

      if (gate == NULL)
        return FALSE;
      g_ptr_array_add (self->gates, gate);
    }
  return TRUE;
}

static gboolean
check_gates (const Options *options, TvTable *table, GError **error)
{
  guint n = 0;

  for (guint i = 0; tv_table_get_n_rows (table) > 0 && i < options->gates->len; i++)
    n += tv_gate_check (options->gates->pdata[i], table);
  if (n == 0)
    return TRUE;
  g_set_error (error, TV_GATE_ERROR, 0,
               ngettext ("%u report matches --fail-if", "%u reports match --fail-if", n), n);
  return FALSE;
}

static gboolean
write_result (const Options *options, const char *text, TvTable *table, GError **error)
{
  if (options->is_table)
    {
      g_autoptr (GOutputStream) stream = tv_output_open ();

      if (!tv_write_table (table, NULL, options->format, stream, tv_interrupt_get_work (), error))
        return FALSE;
    }
  else
    {
      g_autoptr (GString) all = g_string_new (text);

      if (!tv_output_write (all, error))
        return FALSE;
    }
  return check_gates (options, table, error);
}

static gboolean
show_trace (const char *file, const Options *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (file, &options->source, error);
  g_autoptr (TvIncidentTable) table = tv_incident_table_new ();
  g_autofree char *text = NULL;

  if (trace == NULL)
    return FALSE;
  text = dup_trace_text (file, trace);
  if (tv_incident_has_any (trace))
    {
      g_autoptr (TvFinding) finding = tv_finding_new_for_incidents (trace);

      tv_incident_table_add (table, finding, NULL, options->source.member);
      for (guint i = 0; i < finding->others->len; i++)
        tv_incident_table_add (table, finding->others->pdata[i], NULL, options->source.member);
    }
  return write_result (options, text, TV_TABLE (table), error);
}

/* Prints the problems in a folder, archive or bug report, each with the option that opens its member. */
static gboolean
show_bundle (const TvBundle *bundle, const Options *options, GError **error)
{
  g_autoptr (GArray) found = tv_cli_findings_new (bundle);
  g_autoptr (GArray) wrong = tv_cli_findings_list_wrong (found);
  g_autofree char *text = tv_cli_findings_dup_report (bundle, found);
  g_autoptr (TvIncidentTable) table = tv_incident_table_new ();
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);

  for (guint i = 0; i < wrong->len; i++)
    {
      const TvDatedFinding *dated = &g_array_index (wrong, TvDatedFinding, i);
      const TvCliFinding *one = &g_array_index (found, TvCliFinding, dated->member);
      g_autofree char *time = tv_cli_finding_dup_time (one);

      tv_incident_table_add (table, dated->finding, time, members[one->member].name);
    }
  return write_result (options, text, TV_TABLE (table), error);
}

static gboolean
show_any (const char *file, Options *options, GError **error)
{
  g_autoptr (TvInput) input = NULL;
  g_autoptr (TvBundle)
      bundle = options->source.member == NULL && options->source.with == NULL
                   ? tv_bundle_open_or_file (file, &input, tv_interrupt_get_work (), NULL)
                   : NULL;
  TvBundleProperties properties;

  options->source.file = input;
  if (bundle == NULL)
    return show_trace (file, options, error);
  tv_bundle_get_properties (bundle, &properties);
  return properties.n_sections > 0 || tv_bundle_is_folder (bundle) ||
                 tv_bundle_count (bundle, TV_MEMBER_TRACE) +
                         tv_bundle_count (bundle, TV_MEMBER_PERHAPS) >
                     1
             ? show_bundle (bundle, options, error)
             : show_trace (file, options, error);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (Options) options = { 0 };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("Output format: text, csv, tsv or json (default: text); all formats except text print the "
         "table incident"),
      N_("FORMAT") },
    { "fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.gate_texts,
      N_("Exit with status 3 if a report matches [PROCESS:] COLUMN == VALUE, such as “wrong == 1” "
         "or “com.acme.*: kind == anr”; can be given several times"),
      N_("CONDITION") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));

  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context, _("Diagnoses crashes, freezes and thread dumps: their cause, the evidence and the "
                 "certainty of the diagnosis. The exit status does not depend on the diagnosis, "
                 "unless --fail-if is used."));
  return tv_command_parse (context, entries, argv, error) && parse_options (&options, error) &&
         tv_command_check_operands (operands, 1, 1, _("FILE"), error) &&
         show_any (operands[0], &options, error);
}

const TvCommand tv_incident_command = { "incident",
                                        N_("Diagnose crashes, freezes and thread dumps"), run };
