/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/bundle-findings.h"

#include <glib/gi18n.h>

#include "cli/terminal-text.h"
#include "formats/load.h"
#include "tables/bundle-member-table.h"

/**
 * tv_cli_finding_read:
 * @self: (out): what it tells
 * @bundle: a bundle
 * @member: one of its members
 *
 * Opens it and looks.
 */
void
tv_cli_finding_read (TvCliFinding *self, const TvBundle *bundle, guint member)
{
  guint n;
  const TvMember *row = &tv_bundle_get_members (bundle, &n)[member];
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  tv_bundle_find_time (bundle, member, &self->time, NULL);
  if (row->size == 0)
    self->finding = tv_finding_new_for_text (g_strdup (_("empty")), TV_FINDING_NOTHING);
  else if (row->kind == TV_MEMBER_OTHER || row->kind == TV_MEMBER_LOCKED)
    self->finding = tv_finding_new_for_text (g_strdup (""), TV_FINDING_NOTHING);
  else if ((trace = tv_load_member (bundle, member, NULL, NULL, NULL, &error)) != NULL)
    self->finding = tv_finding_new (trace, NULL);
  else
    self->finding = tv_finding_new_for_text (
        g_strdup_printf (_("could not be read: %s"), error->message), TV_FINDING_DOUBTFUL);
}

void
tv_cli_finding_clear (TvCliFinding *self)
{
  g_clear_pointer (&self->finding, tv_finding_free);
}

/* Returns: (transfer full): when it begins, by the device's wall clock; empty if that is not known */
char *
tv_cli_finding_dup_time (const TvCliFinding *self)
{
  g_autoptr (GDateTime)
      time = self->time.wall_s >= 0 ? g_date_time_new_from_unix_utc (self->time.wall_s) : NULL;

  return time != NULL ? g_date_time_format (time, "%F %T") : g_strdup ("");
}

static void
append_wrong (GString *text, const TvMember *member, const TvCliFinding *found)
{
  g_autofree char *time = tv_cli_finding_dup_time (found);
  g_autofree char *words = tv_terminal_text_escape (found->finding->text);
  g_autofree char *process = tv_terminal_text_escape (
      found->finding->process != NULL ? found->finding->process : "");

  g_string_append_printf (text, "  %-19s  %s  %s\n      %s\n      --member '%s'\n", time,
                          found->finding->label, process, words, member->name);
}

static gboolean
is_among (const GArray *wrong, const TvDatedFinding *finding)
{
  for (guint i = 0; i < wrong->len; i++)
    if (tv_finding_is_same (&g_array_index (wrong, TvDatedFinding, i), finding))
      return TRUE;
  return FALSE;
}

/**
 * tv_cli_findings_dup_report:
 * @bundle: a bundle
 *
 * Returns: (transfer full) (nullable): what went wrong by all its members that tell of such; %NULL if none
 *   of them does
 */
char *
tv_cli_findings_dup_report (const TvBundle *bundle)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);
  g_autoptr (GArray) found = g_array_new (FALSE, TRUE, sizeof (TvCliFinding));
  g_autoptr (GArray) wrong = g_array_new (FALSE, FALSE, sizeof (TvDatedFinding));
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *verdict = NULL;
  TvBundleFacts facts;

  g_array_set_clear_func (found, (GDestroyNotify) tv_cli_finding_clear);
  tv_bundle_get_facts (bundle, &facts);
  for (guint i = 0; i < n; i++)
    {
      TvCliFinding one = { NULL };
      TvDatedFinding dated;

      if (members[i].subject != TV_SUBJECT_INCIDENT || members[i].kind != TV_MEMBER_TRACE)
        continue;
      tv_cli_finding_read (&one, bundle, i);
      g_array_append_val (found, one);
      dated.finding = one.finding;
      dated.wall_s = one.time.wall_s >= 0 ? one.time.wall_s : G_MININT64;
      if (one.finding->gravity != TV_FINDING_WRONG || is_among (wrong, &dated))
        continue;
      g_array_append_val (wrong, dated);
      append_wrong (text, &members[i], &one);
    }
  if (found->len == 0)
    return NULL;
  verdict = tv_findings_dup_verdict ((const TvDatedFinding *) (gconstpointer) wrong->data,
                                     wrong->len, facts.when_s >= 0 ? facts.when_s : G_MININT64);
  return g_strdup_printf ("%s\n%s", verdict, text->str);
}

/* ---- Table ---- */

static void
set_finding (TvBundleMemberRow *row, const TvBundle *bundle, guint member)
{
  static const char *const gravities[] = {
    [TV_FINDING_NOTHING] = "nothing",
    [TV_FINDING_FINE] = "fine",
    [TV_FINDING_DOUBTFUL] = "doubtful",
    [TV_FINDING_WRONG] = "wrong",
  };
  g_auto (TvCliFinding) found = { NULL };

  tv_cli_finding_read (&found, bundle, member);
  row->time = tv_cli_finding_dup_time (&found);
  row->process = g_strdup (found.finding->process);
  row->gravity = g_strdup (gravities[found.finding->gravity]);
  row->finding = g_strdup (found.finding->text);
}

/**
 * tv_cli_bundle_table_new:
 * @bundle: a bundle
 * @has_findings: whether to open each, and say what it tells
 *
 * Returns: (transfer full): the table of what is in it
 */
TvTable *
tv_cli_bundle_table_new (const TvBundle *bundle, gboolean has_findings)
{
  TvBundleMemberTable *table = tv_bundle_member_table_new ();
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GDateTime) modified = members[i].modified_s >= 0
                                           ? g_date_time_new_from_unix_utc (members[i].modified_s)
                                           : NULL;
      TvBundleMemberRow row = {
        .kind = g_strdup (tv_member_kind_name (members[i].kind)),
        .size = members[i].size,
        .modified = modified != NULL ? g_date_time_format_iso8601 (modified) : NULL,
        .name = g_strdup (members[i].name),
        .title = g_strdup (members[i].title),
      };

      if (has_findings)
        set_finding (&row, bundle, i);
      tv_bundle_member_table_add (table, &row);
    }
  return TV_TABLE (table);
}
