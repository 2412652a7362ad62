/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/command.h"

#include <glib/gi18n.h>

#include "traceview-config.h"

/* Parses the options of all subcommands. Called by the `run` function of each command, on the thread that runs the
 * command. tv_command_parse() also sets GLib's program name, which is printed in usage messages. */

/**
 * tv_command_parse:
 * @context: context of the command
 * @entries: options of the command
 * @argv: arguments, see @run of #TvCommand
 * @error: (nullable): return location for %G_OPTION_ERROR
 *
 * Parses the options. For `--help`, prints the help and exits the program.
 *
 * Returns: whether the options are valid
 */
gboolean
tv_command_parse (GOptionContext *context, const GOptionEntry *entries, char **argv, GError **error)
{
  g_auto (GStrv) rest = g_strdupv (argv);

  g_set_prgname (argv[0]);
  g_option_context_add_main_entries (context, entries, TV_GETTEXT_PACKAGE);
  return g_option_context_parse_strv (context, &rest, error);
}

/**
 * tv_command_check_operands:
 * @operands: (nullable): arguments that are not options
 * @min: minimum number of operands
 * @max: maximum number of operands
 * @usage: placeholder of the operands for error messages, such as "FILE"
 * @error: (nullable): return location for %G_OPTION_ERROR
 *
 * Checks the number of operands.
 *
 * Returns: whether the number is from @min to @max
 */
gboolean
tv_command_check_operands (char **operands, guint min, guint max, const char *usage, GError **error)
{
  guint n = operands != NULL ? g_strv_length (operands) : 0;

  if (n >= min && n <= max)
    return TRUE;
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               n < min ? _("missing argument: %s") : _("unexpected argument: %s"), usage);
  return FALSE;
}
