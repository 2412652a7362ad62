/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "export/finding-text.h"

#include <glib/gi18n.h>

#include "core/time-format.h"
#include "export/visible-text.h"

/* Formats findings as text. Each finding is a paragraph: rule, explanation, and the first supporting rows. Called by
 * `tracedump findings`, and by the Findings view for the clipboard. Pure. */

/* Maximum number of supporting rows per finding. */
#define MAX_EVIDENCE 3

static void
append_evidence (GString *text, TvTrace *trace, const TvRuleFinding *finding)
{
  for (guint i = 0; i < MIN (finding->evidence->len, (guint) MAX_EVIDENCE); i++)
    {
      const TvRuleEvidence *row = &g_array_index (finding->evidence, TvRuleEvidence, i);
      g_autofree char *time = tv_time_format (row->dur);
      g_autofree char *at = tv_time_format (row->ts - tv_trace_get_start_ns (trace));

      /* Translators: time since the start, duration, table, row; a thread follows */
      g_string_append_printf (text, _("  at %s for %s: %s %u "), at, time, row->table, row->id);
      if (row->utid != TV_NONE)
        {
          g_autofree char *thread = tv_trace_dup_thread_label (trace, row->utid);

          tv_visible_text_append (text, thread);
        }
      g_string_append_c (text, '\n');
    }
  if (finding->evidence->len > MAX_EVIDENCE)
    g_string_append_printf (text, _("  and %u more\n"), finding->evidence->len - MAX_EVIDENCE);
}

static void
append_finding (GString *text, TvTrace *trace, const TvRuleFinding *finding)
{
  g_autofree char *cost = tv_rule_finding_dup_cost (finding);

  g_string_append_printf (text, "%s: ", tv_rule_severity_get_name (finding->severity));
  tv_visible_text_append (text, finding->text);
  g_string_append_printf (text, " (%s, %s)\n", finding->rule->id, cost);
  append_evidence (text, trace, finding);
}

/* Returns: (transfer full): description of a finding in several lines, safe for terminals and tickets */
char *
tv_finding_dup_text (TvTrace *trace, const TvRuleFinding *finding)
{
  GString *text = g_string_new (NULL);

  append_finding (text, trace, finding);
  return g_string_free (text, FALSE);
}

/* Returns: (transfer full): description of all findings, and of data that the recording lacks, in several lines */
char *
tv_findings_dup_text (TvTrace *trace, const TvFindings *findings)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < findings->found->len; i++)
    append_finding (text, trace, findings->found->pdata[i]);
  if (findings->found->len == 0)
    g_string_append (text, _("No findings.\n"));
  for (guint i = 0; i < findings->missing->len; i++)
    {
      g_autofree char *line = tv_missing_source_dup_text (findings->missing->pdata[i], FALSE);

      g_string_append_printf (text, "%s.\n", line);
    }
  return g_string_free (text, FALSE);
}
