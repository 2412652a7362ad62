/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/findings/findings.h"
#include "cli/command.h"
#include "cli/gate.h"
#include "cli/interrupt.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "export/finding-text.h"
#include "export/write-table.h"
#include "tables/finding-tables.h"

/* Implements the command `tracedump findings`, which prints the findings of the rules. With --fail-if, the exit
 * status reports whether a condition is met, so that the command can be used as a test. Listed in commands[] in
 * main.c; also a tool of the MCP server. The conditions of --fail-if are parsed here, not in gate.c, because they
 * refer to rules. */

/* Condition of --fail-if: maximum number of findings that have at least a given severity, or of occurrences of a
 * rule's finding */
typedef struct
{
  const TvRule *rule; /* (nullable): the rule; NULL for a condition on the severity */
  TvRuleSeverity severity;
  guint64 max;
} Condition;

typedef struct
{
  TvTraceSource source;
  char *before; /* (nullable): file of the earlier run */
  char *format_name;
  gboolean lists_rules;
  gboolean is_table;
  TvTextFormat format;
  char **limit_texts;
  char **condition_texts;
  TvRuleLimits *limits;
  GArray *conditions; /* (element-type Condition) */
} Options;

static void
options_clear (Options *self)
{
  tv_trace_source_clear (&self->source);
  g_free (self->before);
  g_free (self->format_name);
  g_strfreev (self->limit_texts);
  g_strfreev (self->condition_texts);
  g_clear_pointer (&self->limits, g_hash_table_unref);
  g_clear_pointer (&self->conditions, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* ---- Options ---- */

static gboolean
parse_limit (Options *self, const char *text, GError **error)
{
  const char *sign = strchr (text, '=');
  g_autofree char *id = sign != NULL ? g_strndup (text, (gsize) (sign - text)) : NULL;
  char *end = NULL;
  double limit = sign != NULL ? g_ascii_strtod (sign + 1, &end) : 0;

  if (sign == NULL || end == sign + 1 || *end != '\0' || !(limit >= 0))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--threshold must be RULE=NUMBER, not “%s”"), text);
      return FALSE;
    }
  if (tv_rule_limits_set (self->limits, id, limit))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("unknown rule: “%s”; to list all rules, run “tracedump findings --rules”"), id);
  return FALSE;
}

static gboolean
parse_severity (const char *text, TvRuleSeverity *severity)
{
  for (guint i = 0; i < TV_N_RULE_SEVERITIES; i++)
    if (g_str_equal (text, tv_rule_severity_get_name ((TvRuleSeverity) i)))
      {
        *severity = (TvRuleSeverity) i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
parse_condition (Options *self, const char *text, GError **error)
{
  const char *sign = strchr (text, '>');
  g_autofree char *id = sign != NULL ? g_strndup (text, (gsize) (sign - text)) : g_strdup (text);
  Condition condition = { .severity = TV_RULE_HINT };
  g_autofree char *number = sign != NULL ? g_strstrip (g_strdup (sign + 1)) : NULL;

  g_strstrip (id);
  if (!parse_severity (id, &condition.severity) && (condition.rule = tv_rules_find (id)) == NULL)
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--fail-if “%s”: unknown rule or severity"), text);
      return FALSE;
    }
  if (number != NULL &&
      !g_ascii_string_to_unsigned (number, 10, 0, G_MAXUINT32, &condition.max, NULL))
    {
      g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                   _("--fail-if “%s”: a number is missing"), text);
      return FALSE;
    }
  g_array_append_val (self->conditions, condition);
  return TRUE;
}

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
  self->limits = tv_rule_limits_new ();
  self->conditions = g_array_new (FALSE, TRUE, sizeof (Condition));
  for (char **text = self->limit_texts; text != NULL && *text != NULL; text++)
    if (!parse_limit (self, *text, error))
      return FALSE;
  for (char **text = self->condition_texts; text != NULL && *text != NULL; text++)
    if (!parse_condition (self, *text, error))
      return FALSE;
  return TRUE;
}

/* ---- Rules ---- */

static gboolean
write_rules (GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const TvRule *const *rules = tv_rules_list (&n);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s  %s  %g %s\n  %s\n", rules[i]->id,
                            tv_rule_severity_get_name (rules[i]->severity), rules[i]->limit,
                            tv_rule_unit_get_name (rules[i]->unit), _ (rules[i]->definition));
  return tv_output_write (text, error);
}

/* ---- Result ---- */

static gboolean
is_broken (const Condition *condition, const TvFindings *findings)
{
  guint64 n = 0;

  for (guint i = 0; i < findings->found->len; i++)
    {
      const TvRuleFinding *finding = findings->found->pdata[i];

      if (condition->rule == NULL)
        n += finding->severity >= condition->severity;
      else if (condition->rule == finding->rule)
        n += finding->n;
    }
  return n > condition->max;
}

static gboolean
write_findings (const Options *options, TvTrace *trace, const TvFindings *findings, GError **error)
{
  if (!options->is_table)
    {
      g_autofree char *text = tv_findings_dup_text (trace, findings);
      g_autoptr (GString) all = g_string_new (text);

      return tv_output_write (all, error);
    }
  else
    {
      g_autoptr (TvTable) table = tv_finding_table_new (trace, findings);
      g_autoptr (GOutputStream) stream = tv_output_open ();

      return tv_write_table (table, NULL, options->format, stream, tv_interrupt_get_work (), error);
    }
}

/* Opens the earlier run, if --before is given. */
static gboolean
open_before (const char *file,
             TvTrace *trace,
             const Options *options,
             TvTrace **before,
             GError **error)
{
  if (options->before == NULL)
    return TRUE;
  *before = tv_open_trace (options->before, &options->source, error);
  if (*before == NULL)
    return FALSE;
  if (tv_rule_subject_is_in (TV_RULE_OF_CHANGE, trace, *before))
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("--before compares profiles, but %s and %s have no samples of the same event"),
               file, options->before);
  return FALSE;
}

static gboolean
show (const char *file, const Options *options, GError **error)
{
  g_autoptr (TvTrace) trace = tv_open_trace (file, &options->source, error);
  g_autoptr (TvTrace) before = NULL;
  g_autoptr (TvFindings) findings = NULL;
  const char *broken = NULL;

  if (trace == NULL || !open_before (file, trace, options, &before, error))
    return FALSE;
  findings = tv_findings_new (trace, before, options->limits, NULL, NULL, tv_interrupt_get_work (),
                              error);
  if (findings == NULL)
    return FALSE;
  for (guint i = 0; i < options->conditions->len && broken == NULL; i++)
    if (is_broken (&g_array_index (options->conditions, Condition, i), findings))
      broken = options->condition_texts[i];
  if (!write_findings (options, trace, findings, error))
    return FALSE;
  if (broken == NULL)
    return TRUE;
  g_set_error (error, TV_GATE_ERROR, 0, _("a finding matches --fail-if “%s”"), broken);
  return FALSE;
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (Options) options = { 0 };
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { "format", 'f', 0, G_OPTION_ARG_STRING, &options.format_name,
      N_("Output format: text, csv, tsv or json (default: text); all formats except text print the "
         "table finding"),
      N_("FORMAT") },
    { "before", 0, 0, G_OPTION_ARG_FILENAME, &options.before,
      N_("Profile of an earlier run; reports functions that have become slower"), N_("FILE") },
    { "rules", 0, 0, G_OPTION_ARG_NONE, &options.lists_rules,
      N_("List the rules with their severity, threshold and definition, and exit"), NULL },
    { "threshold", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.limit_texts,
      N_("Threshold of a rule, such as start-slow=800; can be given several times"),
      N_("RULE=NUMBER") },
    { "fail-if", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.condition_texts,
      N_("Exit with status 3 if there is a finding of at least this severity (error, warning or "
         "hint), a finding of this rule, or a finding of this rule with more than N occurrences "
         "(RULE>N); can be given several times"),
      N_("CONDITION") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));

  tv_trace_source_add_options (&options.source, context);
  g_option_context_set_summary (
      context,
      _("Lists performance problems: in a system trace, late frames, slow starts, and waits for "
        "locks, CPUs and other processes; in a method trace, a blocked main thread and recursion; "
        "in a profile, hot functions; in heap dumps, leaks. Each finding is listed with its cost "
        "and evidence. If the data for a rule was not recorded, the events to record are listed."));
  if (!tv_command_parse (context, entries, argv, error) || !parse_options (&options, error))
    return FALSE;
  if (options.lists_rules)
    return tv_command_check_operands (operands, 0, 0, _("FILE"), error) && write_rules (error);
  return tv_command_check_operands (operands, 1, 1, _("FILE"), error) &&
         show (operands[0], &options, error);
}

const TvCommand tv_findings_command = { "findings", N_("List performance problems and leaks"),
                                        run };
