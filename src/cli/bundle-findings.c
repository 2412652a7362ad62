/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/bundle-findings.h"

#include <glib/gi18n.h>

#include "cli/interrupt.h"
#include "cli/terminal-text.h"
#include "formats/load.h"
#include "tables/bundle-member-table.h"

/* Opens the crash, freeze and dump files of a folder, archive or bug report one by one, and diagnoses each of them.
 * Called by `tracedump incident` for a bundle, and by `members` and `table` for the table of members. Slow, because
 * each member is loaded and freed again. The results own their strings and do not refer to the bundle. */

/* Opens a member and diagnoses it. If the member is empty or cannot be read, the finding states this. */
static void
read_finding (TvCliFinding *self, const TvBundle *bundle, guint member)
{
  guint n;
  const TvMember *row = &tv_bundle_get_members (bundle, &n)[member];
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GError) error = NULL;

  self->time = (TvMemberTime){ .wall_s = row->stamp_s };
  if (row->size == 0)
    self->finding = tv_finding_new_for_text (g_strdup (_("empty")), TV_FINDING_NOTHING);
  else if (row->kind == TV_MEMBER_OTHER || row->kind == TV_MEMBER_LOCKED)
    self->finding = tv_finding_new_for_text (g_strdup (""), TV_FINDING_NOTHING);
  else if ((trace = tv_load_member_and_time (bundle, member, &self->time, tv_interrupt_get_work (),
                                             &error)) != NULL)
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

/* Returns: (transfer full): start time of the finding on the device's wall clock; "" if unknown */
char *
tv_cli_finding_dup_time (const TvCliFinding *self)
{
  g_autoptr (GDateTime)
      time = self->time.wall_s >= 0 ? g_date_time_new_from_unix_utc (self->time.wall_s) : NULL;

  return time != NULL ? g_date_time_format (time, "%F %T") : g_strdup ("");
}

/* Returns whether a member may contain a finding. The content of compressed members is unknown until they are
 * opened. */
static gboolean
may_report (const TvMember *member)
{
  return (member->kind == TV_MEMBER_TRACE || member->kind == TV_MEMBER_PERHAPS) &&
         (member->subject == TV_CONTENT_INCIDENT || member->subject == TV_CONTENT_LOG ||
          (member->kind == TV_MEMBER_PERHAPS && member->subject == TV_CONTENT_STATE));
}

/**
 * tv_cli_findings_new:
 * @bundle: a bundle
 *
 * Returns: (transfer full) (element-type TvCliFinding): one element per member that may contain a finding
 */
GArray *
tv_cli_findings_new (const TvBundle *bundle)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);
  GArray *found = g_array_new (FALSE, TRUE, sizeof (TvCliFinding));

  g_array_set_clear_func (found, (GDestroyNotify) tv_cli_finding_clear);
  for (guint i = 0; i < n; i++)
    {
      TvCliFinding one = { i, NULL, { 0 } };

      if (!may_report (&members[i]))
        continue;
      read_finding (&one, bundle, i);
      g_array_append_val (found, one);
    }
  return found;
}

/**
 * tv_cli_findings_list_wrong:
 * @found: (element-type TvCliFinding): findings
 *
 * Returns: (transfer full) (element-type TvDatedFinding): the problems among the findings, without duplicates
 */
GArray *
tv_cli_findings_list_wrong (const GArray *found)
{
  GArray *wrong = g_array_new (FALSE, FALSE, sizeof (TvDatedFinding));

  for (guint i = 0; i < found->len; i++)
    {
      const TvCliFinding *one = &g_array_index (found, TvCliFinding, i);

      tv_findings_add (wrong, one->finding, one->time.wall_s >= 0 ? one->time.wall_s : G_MININT64,
                       i);
    }
  return wrong;
}

static void
append_wrong (GString *text,
              const TvDatedFinding *dated,
              const TvMember *member,
              const TvCliFinding *found)
{
  g_autofree char *time = tv_cli_finding_dup_time (found);
  g_autofree char *finding_text = tv_terminal_text_escape (dated->finding->text);
  g_autofree char *process = tv_terminal_text_escape (
      dated->finding->process != NULL ? dated->finding->process : "");

  g_string_append_printf (text, "  %-19s  %s  %s\n      %s.\n", time,
                          dated->finding->label != NULL ? dated->finding->label : "", process,
                          finding_text);
  for (guint i = 0; dated->finding->steps != NULL && dated->finding->steps[i] != NULL; i++)
    {
      g_autofree char *step = tv_terminal_text_escape (dated->finding->steps[i]);

      g_string_append_printf (text, "        %u. %s\n", i + 1, step);
    }
  g_string_append_printf (text, _("      certain: %s, %s\n      --member '%s'\n"),
                          _ (tv_incident_certainty_name (dated->finding->certainty)),
                          dated->finding->why != NULL ? dated->finding->why : "", member->name);
}

/**
 * tv_cli_findings_dup_report:
 * @bundle: a bundle
 * @found: (element-type TvCliFinding): findings in the members of @bundle
 *
 * Returns: (transfer full): report of the problems as text
 */
char *
tv_cli_findings_dup_report (const TvBundle *bundle, const GArray *found)
{
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);
  g_autoptr (GArray) wrong = tv_cli_findings_list_wrong (found);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *summary = NULL;
  TvBundleProperties properties;

  tv_bundle_get_properties (bundle, &properties);
  for (guint i = 0; i < wrong->len; i++)
    {
      const TvDatedFinding *dated = &g_array_index (wrong, TvDatedFinding, i);
      const TvCliFinding *one = &g_array_index (found, TvCliFinding, dated->member);

      append_wrong (text, dated, &members[one->member], one);
    }
  summary = tv_findings_dup_summary ((const TvDatedFinding *) (gconstpointer) wrong->data,
                                     wrong->len,
                                     properties.when_s >= 0 ? properties.when_s : G_MININT64);
  return g_strdup_printf ("%s\n%s", summary, text->str);
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
  g_auto (TvCliFinding) found = { 0 };

  read_finding (&found, bundle, member);
  row->time = tv_cli_finding_dup_time (&found);
  row->process = g_strdup (found.finding->process);
  row->gravity = g_strdup (gravities[found.finding->gravity]);
  row->finding = tv_finding_dup_line (found.finding);
}

/**
 * tv_cli_bundle_table_new:
 * @bundle: a bundle
 * @has_findings: whether to open each member and add its finding
 *
 * Returns: (transfer full): table of the members
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
