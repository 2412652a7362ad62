/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "cli/bundle-findings.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/terminal-text.h"
#include "export/write-table.h"
#include "formats/bundle.h"

static gboolean
run (char **argv, GError **error)
{
  g_auto (GStrv) operands = NULL;
  gboolean has_findings = FALSE;
  g_autofree char *format_name = NULL;
  TvTextFormat format = TV_TEXT_TSV;
  const GOptionEntry entries[] = {
    { "findings", 0, 0, G_OPTION_ARG_NONE, &has_findings,
      N_("Open each, and say in a line what it tells, of which process, and when it begins"),
      NULL },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format_name, N_("csv, tsv or json (tsv)"),
      N_("FORMAT") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));
  g_autoptr (GOutputStream) stream = NULL;
  g_autoptr (TvBundle) bundle = NULL;
  g_autoptr (TvTable) table = NULL;
  g_autofree char *shown = NULL;

  g_option_context_set_summary (
      context,
      _("Lists the files in a folder, zip or tar, and the sections of a bug report: the table "
        "bundle_member, with tabs between. It tells whether each can be opened (trace, perhaps, "
        "text, other, locked), its size, when it was written, its name, and what it is. One of "
        "them opens with --member NAME."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, 1, 1, _("FILE"), error) ||
      !tv_output_parse_format (format_name, &format, error))
    return FALSE;
  bundle = tv_bundle_open (operands[0], NULL, error);
  if (bundle == NULL)
    return FALSE;
  shown = tv_input_dup_display_name (operands[0]);
  if (tv_bundle_is_partial (bundle))
    tv_terminal_text_warn ("%s: %s", shown,
                           _("there is more in it than is listed here: too much, too deep, or "
                             "damaged"));
  table = tv_cli_bundle_table_new (bundle, has_findings);
  stream = tv_output_open ();
  return tv_write_table (table, NULL, format, stream, NULL, error);
}

const TvCommand tv_members_command = { "members",
                                       N_("List what is in a folder, zip, tar or bug report"),
                                       run };
