/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <inttypes.h>

#include "cli/bundle-findings.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/terminal-text.h"
#include "formats/bundle.h"

/* Of a bug report's sections the time is that on the device's wall. */
static void
append_member (GString *text, const TvMember *member, const TvCliFinding *found)
{
  g_autoptr (GDateTime) modified = member->modified_s >= 0
                                       ? g_date_time_new_from_unix_utc (member->modified_s)
                                       : NULL;
  g_autofree char *time = modified != NULL ? g_date_time_format_iso8601 (modified) : g_strdup ("");
  g_autofree char *size = member->size >= 0 ? g_strdup_printf ("%" PRId64, member->size)
                                            : g_strdup ("");

  g_string_append_printf (text, "%s\t%s\t%s\t%s\t%s", tv_member_kind_name (member->kind), size,
                          time, member->name, member->title);
  if (found != NULL)
    {
      g_autofree char *wall = tv_cli_finding_dup_time (found);
      g_autofree char *words = g_strdelimit (g_strdup (found->finding->text), "\t\n", ' ');
      const char *process = found->finding->process;

      g_string_append_printf (text, "\t%s\t%s\t%s", wall, process != NULL ? process : "", words);
    }
  g_string_append_c (text, '\n');
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (GStrv) operands = NULL;
  gboolean has_findings = FALSE;
  const GOptionEntry entries[] = {
    { "findings", 0, 0, G_OPTION_ARG_NONE, &has_findings,
      N_("Open each, and say in a line what it tells, of which process, and when it begins"),
      NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));
  g_autoptr (GString) text = g_string_new ("kind\tsize\tmodified\tname\ttitle");
  g_autoptr (TvBundle) bundle = NULL;
  g_autofree char *shown = NULL;
  const TvMember *members;
  guint n;

  g_option_context_set_summary (
      context,
      _("Lists the files in a folder, zip or tar, and the sections of a bug report, with tabs between: "
        "whether each can be opened (trace, perhaps, text, other, locked), its size, when it was "
        "written, its name, and what it is. One of them opens with --member NAME."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, 1, 1, _("FILE"), error))
    return FALSE;
  bundle = tv_bundle_open (operands[0], NULL, error);
  if (bundle == NULL)
    return FALSE;
  shown = tv_input_dup_display_name (operands[0]);
  if (tv_bundle_is_partial (bundle))
    tv_terminal_text_warn ("%s: %s", shown,
                           _("there is more in it than is listed here: too much, too deep, or "
                             "damaged"));
  members = tv_bundle_get_members (bundle, &n);
  g_string_append (text, has_findings ? "\ttime\tprocess\tfinding\n" : "\n");
  for (guint i = 0; i < n; i++)
    {
      g_auto (TvCliFinding) found = { NULL };

      if (has_findings)
        tv_cli_finding_read (&found, bundle, i);
      append_member (text, &members[i], has_findings ? &found : NULL);
    }
  return tv_output_write (text, error);
}

const TvCommand tv_members_command = { "members",
                                       N_("List what is in a folder, zip, tar or bug report"),
                                       run };
