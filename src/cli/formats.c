/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>
#include <string.h>

#include "cli/command.h"
#include "cli/output.h"
#include "formats/format.h"

/* Implements the command `tracedump formats`, which lists the supported formats. The build also runs the command, to
 * generate the MIME types of the application. Listed in commands[] in main.c. Reads only the table of formats. */

static char *
dup_patterns (const TvFormat *format)
{
  return format->patterns != NULL ? g_strjoinv (" ", (char **) format->patterns) : g_strdup ("");
}

static void
append_formats (GString *text)
{
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *patterns = dup_patterns (formats[i]);

      g_string_append_printf (text, "%-18s  %-28s  %s\n", formats[i]->id, patterns,
                              _ (formats[i]->title));
    }
}

/* ---- Shared MIME database ---- */

/* Appends a magic number in the syntax of the shared MIME database. */
static void
append_magic (GString *xml, const TvMagic *magic)
{
  g_autoptr (GString) value = g_string_new (NULL);
  g_autofree char *escaped = NULL;

  for (guint i = 0; i < magic->n_bytes; i++)
    {
      guint8 byte = (guint8) magic->bytes[i];

      if (byte >= ' ' && byte < 0x7f && byte != '\\')
        g_string_append_c (value, (char) byte);
      else
        g_string_append_printf (value, "\\x%02x", byte);
    }
  escaped = g_markup_escape_text (value->str, (gssize) value->len);
  g_string_append_printf (xml, "      <match type=\"string\" offset=\"%u", magic->offset);
  if (magic->range > 0)
    g_string_append_printf (xml, ":%u", magic->offset + magic->range);
  g_string_append_printf (xml, "\" value=\"%s\"/>\n", escaped);
}

/* Returns whether a file name pattern is specific to its format. Common suffixes are not. */
static gboolean
is_own_pattern (const char *pattern)
{
  return !g_str_equal (pattern, "*.txt") && !g_str_equal (pattern, "*.key");
}

static void
append_mime_type (GString *xml, const TvFormat *format)
{
  g_autofree char *title = g_markup_escape_text (format->mime_title, -1);

  g_string_append_printf (xml, "  <mime-type type=\"%s\">\n    <comment>%s</comment>\n",
                          format->mime_type, title);
  if (format->mime_parent != NULL)
    g_string_append_printf (xml, "    <sub-class-of type=\"%s\"/>\n", format->mime_parent);
  g_string_append (xml, "    <magic priority=\"60\">\n");
  for (guint i = 0; i < format->n_magics; i++)
    append_magic (xml, &format->magics[i]);
  g_string_append (xml, "    </magic>\n");
  for (guint i = 0; format->patterns != NULL && format->patterns[i] != NULL; i++)
    if (is_own_pattern (format->patterns[i]))
      g_string_append_printf (xml, "    <glob pattern=\"%s\"/>\n", format->patterns[i]);
  g_string_append (xml, "  </mime-type>\n");
}

static void
append_mime_info (GString *xml)
{
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);

  g_string_append (xml, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                        "<mime-info xmlns=\"http://www.freedesktop.org/standards/"
                        "shared-mime-info\">\n");
  for (guint i = 0; i < n; i++)
    if (formats[i]->mime_type != NULL)
      append_mime_type (xml, formats[i]);
  g_string_append (xml, "</mime-info>\n");
}

static void
append_mime_types (GString *text)
{
  guint n;
  const TvFormat *const *formats = tv_formats_get (&n);

  for (guint i = 0; i < n; i++)
    if (formats[i]->mime_type != NULL)
      g_string_append_printf (text, "%s;", formats[i]->mime_type);
  g_string_append_c (text, '\n');
}

/* ---- Command ---- */

static gboolean
run (char **argv, GError **error)
{
  g_auto (GStrv) operands = NULL;
  gboolean mime_info = FALSE, mime_types = FALSE;
  const GOptionEntry entries[] = {
    { "mime-info", 0, 0, G_OPTION_ARG_NONE, &mime_info,
      N_("Print the MIME types in the form of a shared-mime-info package"), NULL },
    { "mime-types", 0, 0, G_OPTION_ARG_NONE, &mime_types,
      N_("Print the MIME types in the form of a desktop entry"), NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_STRING_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  g_option_context_set_summary (
      context,
      _("Lists the supported formats with their identifier, usual file names and description.\n"
        "Formats are detected by content, not by name."));
  if (!tv_command_parse (context, entries, argv, error) ||
      !tv_command_check_operands (operands, 0, 0, "", error))
    return FALSE;
  if (mime_info)
    append_mime_info (text);
  else if (mime_types)
    append_mime_types (text);
  else
    append_formats (text);
  return tv_output_write (text, error);
}

const TvCommand tv_formats_command = { "formats", N_("List the supported formats"), run };
