/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Strings of the diagnosis: sentences with links, properties, and the whole diagnosis as plain text. Used by
 * TvDiagnosisBox. The functions return new strings. */

#include "ui/views/diagnosis-text.h"

#include <glib/gi18n.h>

#include "analysis/incident/dump-label.h"
#include "analysis/incident/dump-reason.h"
#include "analysis/system/queue-events.h"
#include "core/time-format.h"

/**
 * tv_diagnosis_text_dup_markup:
 * @is_whole: whether to append a full stop
 *
 * Converts a sentence to Pango markup. tv_diagnosis_text_parse_link() accepts the URIs of its links.
 *
 * Returns: (transfer full): markup
 */
char *
tv_diagnosis_text_dup_markup (const TvSentence *sentence, gboolean is_whole)
{
  const char *text = tv_sentence_get_text (sentence);
  GString *markup = g_string_new (NULL);
  gsize at = 0;
  guint n;
  const TvSentenceLink *links = tv_sentence_get_links (sentence, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *before = g_markup_escape_text (text + at, (gssize) (links[i].start - at));
      g_autofree char *name = g_markup_escape_text (text + links[i].start, (gssize) links[i].size);

      g_string_append_printf (markup, "%s<a href=\"%u:%u\">%s</a>", before, links[i].target,
                              links[i].row, name);
      at = links[i].start + links[i].size;
    }
  {
    g_autofree char *rest = g_markup_escape_text (text + at, -1);

    g_string_append_printf (markup, "%s%s", rest, is_whole ? "." : "");
  }
  return g_string_free (markup, FALSE);
}

/* Parses the URI of a link that tv_diagnosis_text_dup_markup() has created. Returns %FALSE for other URIs. */
gboolean
tv_diagnosis_text_parse_link (const char *uri, TvSentenceTarget *target, guint32 *row)
{
  char *end;
  guint64 kind = g_ascii_strtoull (uri, &end, 10);

  if (*end != ':' || kind >= TV_SENTENCE_NO_TARGET)
    return FALSE;
  *target = (TvSentenceTarget) kind;
  *row = (guint32) g_ascii_strtoull (end + 1, NULL, 10);
  return TRUE;
}

/* ---- Details ---- */

static void
add_property (GArray *properties, const char *label, char *text, char *tooltip)
{
  if (text != NULL)
    g_array_append_val (properties, ((TvDiagnosisDetail){ label, text, tooltip }));
  else
    g_free (tooltip);
}

static void
clear_property (gpointer data)
{
  TvDiagnosisDetail *property = data;

  g_free (property->text);
  g_free (property->tooltip);
}

static char *
dup_reason (const TvDumpReason *reason)
{
  g_autofree char *kind = tv_dump_reason_dup_short (reason);
  g_autofree char *waited = NULL;

  if (kind == NULL || reason->waited_ns < 0)
    return g_steal_pointer (&kind);
  waited = tv_time_format (reason->waited_ns);
  /* Translators: reason for a dump; how long the program had not responded */
  return g_strdup_printf (_("%s, %s"), kind, waited);
}

static void
add_times (GArray *properties, const TvDump *dump, const TvDumpReason *reason)
{
  if (dump->ts == TV_NO_TIME)
    return;
  if (reason->waited_ns >= 0)
    {
      g_autofree char *since = tv_dump_dup_time (dump->ts - reason->waited_ns, dump->utc_offset_s);

      if (since != NULL)
        /* Translators: a time of day */
        add_property (
            properties, _("Stalled"), g_strdup_printf (_("since %s at the latest"), since),
            g_strdup (
                _("Time of the dump minus the time for which the thread had already waited; the "
                  "stack was recorded after the stall began")));
    }
  add_property (properties, _("Dumped"), tv_dump_dup_time (dump->ts, dump->utc_offset_s), NULL);
}

/* Adds the times at which a freeze started and was reported, if a freeze is the only fault of the file and the event
 * queue contains the blocking event. Returns whether the times were added. */
static gboolean
add_freeze_times (GArray *properties, TvTrace *trace)
{
  const TvFaults *faults = tv_trace_get_faults (trace);
  const TvFault *fault = faults->faults;
  guint32 event = faults->n == 1 && fault->kind == TV_FAULT_FREEZE
                      ? tv_queue_find_blocking (trace, 0)
                      : TV_NONE;
  g_autofree char *began = NULL, *reported = NULL, *after = NULL;

  if (event == TV_NONE || faults->events[event].began == TV_NO_TIME || fault->ts == TV_NO_TIME ||
      fault->ts < faults->events[event].began)
    return FALSE;
  began = tv_dump_dup_time (faults->events[event].began, 0);
  reported = tv_dump_dup_time (fault->ts, 0);
  after = tv_time_format (fault->ts - faults->events[event].began);
  if (began == NULL || reported == NULL)
    return FALSE;
  /* Translators: a time of day */
  add_property (properties, _("Stalled"), g_strdup_printf (_("since %s"), began),
                g_strdup (_("Start of the event that did not end")));
  /* Translators: a time of day; time since the start of the freeze */
  add_property (properties, _("Reported"), g_strdup_printf (_("%s, after %s"), reported, after),
                NULL);
  return TRUE;
}

static char *
dup_certainty (const TvIncident *incident)
{
  const char *why;
  TvIncidentCertainty certainty = tv_incident_get_certainty (incident, &why);

  return g_strdup_printf ("%s, %s", _ (tv_incident_certainty_name (certainty)), why);
}

/**
 * tv_diagnosis_text_list_details:
 * @session: session of a trace with dumps
 *
 * Returns: (transfer full) (element-type TvDiagnosisDetail): reason, times and certainty, to show beside the
 * diagnosis; those that are unknown are omitted
 */
GArray *
tv_diagnosis_text_list_details (TvSession *session)
{
  const TvIncident *incident = tv_session_get_dump_findings (session)->incident;
  TvTrace *trace = tv_session_get_trace (session);
  const TvDumps *dumps = tv_trace_get_dumps (trace);
  guint32 thread = tv_incident_get_thread (incident);
  GArray *properties = g_array_new (FALSE, FALSE, sizeof (TvDiagnosisDetail));
  TvDumpReason reason;

  g_array_set_clear_func (properties, clear_property);
  tv_dump_reason_find (trace, thread, &reason);
  add_property (properties, _("Reason"), dup_reason (&reason), g_strdup (reason.text));
  if (tv_incident_get_line (incident) == TV_NONE && !add_freeze_times (properties, trace) &&
      dumps->n > 0)
    add_times (properties,
               &dumps->dumps[thread != TV_NONE ? tv_dumps_find_dump (dumps, thread) : 0], &reason);
  add_property (properties, _("Certain"), dup_certainty (incident), NULL);
  return properties;
}

/**
 * tv_diagnosis_text_dup_all:
 * @session: session of a trace with dumps
 *
 * Returns: (transfer full): the diagnosis, the evidence, other reports and the properties, one per line
 */
char *
tv_diagnosis_text_dup_all (TvSession *session)
{
  const TvIncident *incident = tv_session_get_dump_findings (session)->incident;
  g_autoptr (GArray) properties = tv_diagnosis_text_list_details (session);
  GString *text = g_string_new (tv_sentence_get_text (tv_incident_get_sentence (incident)));

  g_string_append (text, ".\n");
  for (guint i = 0; i < tv_incident_get_n_steps (incident); i++)
    g_string_append_printf (text, "%u. %s\n", i + 1,
                            tv_sentence_get_text (tv_incident_get_step (incident, i)));
  for (guint i = 0; i < tv_incident_get_n_others (incident); i++)
    {
      const TvIncident *other = tv_incident_get_other (incident, i);

      g_string_append_printf (text, "%s: %s.\n",
                              tv_incident_kind_label (tv_incident_get_kind (other)),
                              tv_sentence_get_text (tv_incident_get_sentence (other)));
    }
  for (guint i = 0; i < properties->len; i++)
    {
      const TvDiagnosisDetail *property = &g_array_index (properties, TvDiagnosisDetail, i);

      g_string_append_printf (text, "%s: %s\n", property->label, property->text);
    }
  return g_string_free (text, FALSE);
}
