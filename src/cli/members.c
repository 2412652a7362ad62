/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <glib/gi18n.h>

#include "analysis/symbols/text-match.h"
#include "cli/bundle-findings.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/members.h"
#include "cli/output.h"
#include "cli/terminal-text.h"
#include "core/number-format.h"
#include "export/write-table.h"
#include "formats/bundle-search.h"
#include "tables/bundle-hit-table.h"

/* Implements the command `tracedump members`, which lists the files of a folder, archive or bug report, or finds
 * lines in these files (--find). Listed in commands[] in main.c; the MCP server also runs it. Opens one member at a
 * time. */

/* ---- Search ---- */

static gboolean
test_line (const char *line, gsize size, gconstpointer match)
{
  return tv_text_match_test (match, line, (gssize) size);
}

static TvTable *
new_hit_table (const TvBundle *bundle, const TvBundleSearch *search)
{
  TvBundleHitTable *table = tv_bundle_hit_table_new ();
  guint n;
  const TvMember *members = tv_bundle_get_members (bundle, &n);

  for (guint i = 0; i < search->hits->len; i++)
    {
      const TvBundleHit *hit = &g_array_index (search->hits, TvBundleHit, i);

      tv_bundle_hit_table_add (
          table, &(TvBundleHitRow){ hit->member != TV_NONE ? members[hit->member].name : "",
                                    hit->line, hit->text });
    }
  return TV_TABLE (table);
}

/* Parses a search string, which is a substring or `/regular expression/`. */
static TvTextMatch *
parse_text (const char *text, GError **error)
{
  gsize length = strlen (text);
  g_autofree char *pattern = NULL;
  g_autoptr (GError) failure = NULL;
  TvTextMatch *match;

  if (length == 0 || !g_utf8_validate (text, -1, NULL))
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           _("--find must be a UTF-8 string"));
      return NULL;
    }
  if (length < 3 || text[0] != '/' || text[length - 1] != '/')
    return tv_text_match_new (text, FALSE, NULL);
  pattern = g_strndup (text + 1, length - 2);
  match = tv_text_match_new (pattern, TRUE, &failure);
  if (match == NULL)
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--find: %s", failure->message);
  return match;
}

/* Finds the matching lines. Prints warnings if files were not searched, or if not all matches are listed. Returns
 * (transfer full) (nullable): table of the lines; NULL on error */
static TvTable *
find_lines (const TvBundle *bundle, const char *shown, const char *text, GError **error)
{
  g_auto (TvBundleSearch) search;
  g_autoptr (TvTextMatch) match = parse_text (text, error);
  guint n;

  tv_bundle_search_init (&search, test_line, match);
  if (match == NULL)
    return NULL;
  tv_bundle_get_members (bundle, &n);
  tv_bundle_search_header (&search, bundle, NULL);
  for (guint i = 0; i < n; i++)
    tv_bundle_search_member (&search, bundle, i, NULL);
  if (search.n_skipped > 0)
    {
      g_autofree char *message = tv_number_printf (
          ngettext ("%u file was not searched because it is binary, locked or unreadable",
                    "%u files were not searched because they are binary, locked or unreadable",
                    search.n_skipped),
          search.n_skipped);

      tv_terminal_text_warn ("%s: %s", shown, message);
    }
  if (search.is_full)
    tv_terminal_text_warn (_("%s: only the first %u matches are listed"), shown,
                           TV_BUNDLE_MAX_HITS);
  return new_hit_table (bundle, &search);
}

/* ---- Command ---- */

/**
 * tv_members_write:
 * @bundle: a bundle
 * @file: name of the bundle as given by the user
 * @text: (nullable): text to find; %NULL to list the members
 * @has_findings: whether to open each member and include its finding
 * @format: format of the rows
 * @error: return location for an error
 *
 * Writes the members of a bundle, or the matching lines in them.
 *
 * Returns: %FALSE with @error on failure
 */
gboolean
tv_members_write (const TvBundle *bundle,
                  const char *file,
                  const char *text,
                  gboolean has_findings,
                  TvTextFormat format,
                  GError **error)
{
  g_autofree char *shown = tv_input_dup_display_name (file);
  g_autoptr (GOutputStream) stream = NULL;
  g_autoptr (TvTable) table = NULL;

  if (tv_bundle_is_partial (bundle))
    tv_terminal_text_warn (
        "%s: %s", shown,
        _("the list is incomplete: there are too many files, or an archive is nested too deeply or "
          "damaged"));
  table = text != NULL ? find_lines (bundle, shown, text, error)
                       : tv_cli_bundle_table_new (bundle, has_findings);
  if (table == NULL)
    return FALSE;
  stream = tv_output_open ();
  return tv_write_table (table, NULL, format, stream, tv_interrupt_get_work (), error);
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (GStrv) operands = NULL;
  gboolean has_findings = FALSE;
  g_autofree char *text = NULL;
  g_autofree char *format_name = NULL;
  TvTextFormat format = TV_TEXT_TSV;
  const GOptionEntry entries[] = {
    { "findings", 0, 0, G_OPTION_ARG_NONE, &has_findings,
      N_("Open each file, and also print its summary, process and start time"), NULL },
    { "find", 0, 0, G_OPTION_ARG_STRING, &text,
      N_("List the lines of all files and sections that match TEXT, as the table bundle_hit; TEXT "
         "is part of a line, or /a regular expression/"),
      N_("TEXT") },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &format_name,
      N_("Output format: csv, tsv or json "
         "(default: tsv)"),
      N_("FORMAT") },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE"));
  g_autoptr (TvBundle) bundle = NULL;

  g_option_context_set_summary (
      context,
      _("Lists the files in a folder, zip or tar, or the sections of a bug report. Prints the rows "
        "of the table bundle_member, by default separated by tabs: whether the file can be opened "
        "(trace, perhaps, text, other or locked), its size, modification time, name and format. To "
        "open a member with another command, use --member NAME."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, 1, 1, _("FILE"), error) ||
      !tv_output_parse_format (format_name, &format, error))
    return FALSE;
  bundle = tv_bundle_open (operands[0], tv_interrupt_get_work (), error);
  if (bundle == NULL)
    return FALSE;
  return tv_members_write (bundle, operands[0], text, has_findings, format, error);
}

const TvCommand tv_members_command = { "members",
                                       N_("List the content of a folder, zip, tar or bug report"),
                                       run };
