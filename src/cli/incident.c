/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "analysis/incident/incident.h"
#include "cli/bundle-findings.h"
#include "cli/command.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/report.h"
#include "cli/terminal-text.h"
#include "core/error.h"
#include "formats/input/input.h"

/* What ended a program or kept it from answering, as text to read: the answer, what it rests on, and what else
 * the dumps tell that matters. */

#define MOST_WANTED 5 /* threads that others wait for */

/* A thread with the numbers by which it is found in tables and in other files. */
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

/* What the file calls a crash or freeze, and of which process it is. */
static void
append_fault (GString *text, TvTrace *trace, const TvFault *fault)
{
  const char *reason = tv_trace_get_string (trace, fault->reason);
  g_autofree char *shown = tv_terminal_text_escape (
      reason != NULL ? reason : tv_fault_kind_name (fault->kind));

  g_string_append_printf (text, _("reason:   %s\n"), shown);
  if (fault->upid != TV_NONE)
    {
      g_autofree char *process = tv_trace_dup_process_label (trace, fault->upid);
      g_autofree char *label = tv_terminal_text_escape (process);

      g_string_append_printf (text, _("process:  %s\n"), label);
    }
}

/* Of faults, or if dumps tell what went wrong last, of those. */
static void
append_reasons (GString *text, TvTrace *trace, const TvIncident *incident)
{
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  const TvFaults *faults = tv_trace_get_faults (trace);

  if (tv_incident_get_fault (incident) != TV_NONE)
    {
      for (guint32 i = 0; i < faults->n; i++)
        append_fault (text, trace, &faults->faults[i]);
      return;
    }
  for (guint32 i = 0; i < dumps->n; i++)
    if (dumps->dumps[i].title != TV_NONE && dumps->dumps[i].kind == TV_DUMP_MANAGED)
      {
        g_autofree char *shown = tv_terminal_text_escape (
            tv_trace_get_string (trace, dumps->dumps[i].title));

        g_string_append_printf (text, _("reason:   %s\n"), shown);
      }
}

static void
append_answer (GString *text, const TvIncident *incident)
{
  /* Translators: whether what is said is certain; the reason follows */
  static const char *const words[] = { N_("yes"), N_("likely"), N_("no") };
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
  g_string_append_printf (text, _("certain: %s, %s\n"), _ (words[certainty]), why);
}

static int
compare_wanted (gconstpointer a, gconstpointer b, gpointer waits)
{
  const guint32 *first = a, *second = b;
  guint32 n_first = tv_waits_count_held_up (waits, *first);
  guint32 n_second = tv_waits_count_held_up (waits, *second);

  if (n_first != n_second)
    return n_first > n_second ? -1 : 1;
  return *first < *second ? -1 : *first > *second;
}

/* The threads that hold up the most others. */
static void
append_wanted (GString *text, TvTrace *trace, TvWaits *waits)
{
  guint32 n = tv_trace_get_dumps (trace)->n_threads;
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 t = 0; t < n; t++)
    if (tv_waits_count_held_up (waits, t) > 0)
      g_array_append_val (wanted, t);
  if (wanted->len == 0)
    return;
  g_array_sort_with_data (wanted, compare_wanted, waits);
  g_string_append (text, _("\nThreads that others wait for, also through others:\n"));
  for (guint i = 0; i < MIN (wanted->len, (guint) MOST_WANTED); i++)
    {
      guint32 thread = g_array_index (wanted, guint32, i);
      g_autofree char *label = dup_thread (trace, thread);
      g_autofree char *shown = tv_terminal_text_escape (label);

      g_string_append_printf (text, "  %4u  %s\n", tv_waits_count_held_up (waits, thread), shown);
    }
}

static void
append_deadlocks (GString *text, TvTrace *trace, TvWaits *waits)
{
  guint32 n, n_cycles;
  const TvCycleMember *members = tv_waits_get_cycles (waits, &n, &n_cycles);

  if (n_cycles == 0)
    return;
  g_string_append_printf (text, ngettext ("\n%u deadlock:", "\n%u deadlocks:", n_cycles), n_cycles);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *label = dup_thread (trace, members[i].thread);
      g_autofree char *shown = tv_terminal_text_escape (label);

      g_string_append_printf (text, "%s%s", members[i].position == 0 ? "\n  " : " → ", shown);
    }
  g_string_append_c (text, '\n');
}

static gboolean
show_incident (const char *file, const TvTraceSource *source, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (file, source, error);
  g_autoptr (TvWaits) waits = NULL;
  g_autoptr (TvIncident) incident = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (trace == NULL)
    return FALSE;
  if (!tv_incident_has_any (trace))
    {
      g_autofree char *name = tv_input_dup_display_name (file);

      g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
                   _("%s: neither a crash nor a dump of threads is in it"), name);
      return FALSE;
    }
  waits = tv_waits_new (trace);
  incident = tv_incident_new (trace, waits);
  tv_report_append_trace (text, file, trace);
  append_reasons (text, trace, incident);
  append_answer (text, incident);
  append_deadlocks (text, trace, waits);
  append_wanted (text, trace, waits);
  return tv_output_write (text, error);
}

/* Of a folder, an archive or a bug report all that went wrong is shown, and how to open it. */
static gboolean
show_bundle (const TvBundle *bundle, const char *file, GError **error)
{
  g_autofree char *report = tv_cli_findings_dup_report (bundle);
  g_autoptr (GString) text = g_string_new (report);
  g_autofree char *name = tv_input_dup_display_name (file);

  if (report != NULL)
    return tv_output_write (text, error);
  g_set_error (error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
               _("%s: neither a crash nor a dump of threads is in it"), name);
  return FALSE;
}

static gboolean
show_any (const char *file, const TvTraceSource *source, GError **error)
{
  g_autoptr (TvBundle) bundle = source->member == NULL && source->with == NULL
                                    ? tv_bundle_open (file, NULL, NULL)
                                    : NULL;
  TvBundleFacts facts;

  if (bundle == NULL)
    return show_incident (file, source, error);
  tv_bundle_get_facts (bundle, &facts);
  return facts.n_sections > 0 || tv_bundle_count (bundle, TV_MEMBER_TRACE) > 1
             ? show_bundle (bundle, file, error)
             : show_incident (file, source, error);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (TvTraceSource) source = { 0 };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));

  tv_trace_source_add_options (&source, context);
  g_option_context_set_summary (
      context,
      _("Shows what ended a program or kept it from answering, as far as the file proves it."));
  return tv_command_parse (context, entries, argv, error) &&
         tv_command_check_operands (operands, 1, 1, _("FILE"), error) &&
         show_any (operands[0], &source, error);
}

const TvCommand tv_incident_command = { "incident",
                                        N_("Show what ended a program or kept it from answering"),
                                        run };
