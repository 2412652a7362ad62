/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <fcntl.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/gate.h"
#include "cli/output.h"
#include "cli/terminal-text.h"
#include "core/error.h"
#include "formats/load.h"
#include "traceview-config.h"

/* Implements the main program of tracedump, which prints what traceview shows in a window, or exports it to other
 * programs:
 *
 *   tracedump COMMAND … ─▶ formats/ ─▶ trace ─▶ tables/ ─▶ export/ ─▶ standard output
 *                                        └─▶ problems ─────────────▶ standard error
 *
 * Each process runs one command of commands[]. Each command is a TvCommand in a separate file. If the command fails,
 * main() prints the error to standard error and derives the exit status from the error's domain. */

enum
{
  EXIT_FINE = 0,
  EXIT_FAILED = 1,
  EXIT_USAGE = 2,
  EXIT_GATE = 3,
};

static const TvCommand *const commands[] = {
  &tv_info_command,    &tv_profile_command,     &tv_tree_command,     &tv_tables_command,
  &tv_table_command,   &tv_render_command,      &tv_export_command,   &tv_cut_command,
  &tv_formats_command, &tv_members_command,     &tv_incident_command, &tv_findings_command,
  &tv_diff_command,    &tv_problems_command,
#ifdef TV_HAVE_SQLITE
  &tv_query_command,
#endif
#ifdef TV_HAVE_MCP
  &tv_serve_command,
#endif
  &tv_check_command,   &tv_dmtracedump_command,
};

/* Minimum size of blocks that free() returns to the system. The builder frees its blocks only when it finishes; by
 * default, malloc() would then retain a seventh of all memory. */
#define MAPPED_BYTES (128 * 1024)
#define TOP_BYTES    (128 * 1024)

static void
give_memory_back (void)
{
#ifdef M_MMAP_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, MAPPED_BYTES);
  mallopt (M_TRIM_THRESHOLD, TOP_BYTES);
#endif
}

/* Opens standard streams that are closed. Otherwise, a file that is opened later could get the descriptor of a
 * standard stream, and receive its output. */
static void
reserve_standard_streams (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0)
      open ("/dev/null", O_RDONLY);
}

static char *
dup_help (void)
{
  GString *help = g_string_new (
      _("Usage:\n  tracedump COMMAND [OPTION…]\n  tracedump [OPTION…] FILE    Same as “tracedump "
        "dmtracedump”\n\nCommands:\n"));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_string_append_printf (help, "  %-11s  %s\n", commands[i]->name, _ (commands[i]->summary));
  g_string_append (
      help, _("\nOptions:\n"
              "  -h, --help  Show this help; see also tracedump COMMAND --help\n"
              "  --version   Show the version\n\n"
              "Exit status: 0 success, 1 a file could not be read or written, 2 wrong usage,\n"
              "3 a condition of --fail-if or --fail-on is met.\n"));
  return g_string_free (help, FALSE);
}

static gboolean
print (const char *text, GError **error)
{
  g_autoptr (GString) string = g_string_new (text);

  return tv_output_write (string, error);
}

/* Runs dmtracedump for users of the original program, who pass options and a file, but no command. */
static gboolean
run_as_dmtracedump (char **argv, const char *name, GError **error)
{
  g_autofree char *program = g_strdup (name);

  argv[0] = program;
  return tv_dmtracedump_command.run (argv, error);
}

static gboolean
names_trace (const char *name)
{
  g_autofree char *path = tv_load_find (name, NULL);

  return path != NULL;
}

static gboolean
is_called_dmtracedump (const char *program)
{
  g_autofree char *name = g_path_get_basename (program);

  return g_str_equal (name, tv_dmtracedump_command.name);
}

static gboolean
run_command (int argc, char **argv, GError **error)
{
  g_autofree char *help = dup_help ();

  if (argc > 0 && is_called_dmtracedump (argv[0]))
    return run_as_dmtracedump (argv, tv_dmtracedump_command.name, error);
  if (argc < 2)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, _("missing command"));
      return FALSE;
    }
  if (g_str_equal (argv[1], "--help") || (g_str_equal (argv[1], "-h") && argc == 2))
    return print (help, error);
  if (g_str_equal (argv[1], "--version"))
    return print ("tracedump " TV_VERSION "\n", error);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (argv[1], commands[i]->name))
      {
        g_autofree char *name = g_strconcat ("tracedump ", argv[1], NULL);

        argv[1] = name;
        return commands[i]->run (argv + 1, error);
      }
  if (*argv[1] == '-' || names_trace (argv[1]))
    return run_as_dmtracedump (argv, "tracedump", error);
  g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
               _("“%s” is neither a command of tracedump nor a file"), argv[1]);
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  give_memory_back ();
  reserve_standard_streams ();
  signal (SIGPIPE, SIG_IGN); /* a reader that exits early then causes a write error */
  setlocale (LC_ALL, "");
  bindtextdomain (TV_GETTEXT_PACKAGE, TV_LOCALE_DIR);
  bind_textdomain_codeset (TV_GETTEXT_PACKAGE, "UTF-8");
  textdomain (TV_GETTEXT_PACKAGE);

  if (run_command (argc, argv, &error))
    return EXIT_FINE;
  /* If standard output was closed early, the command has failed, because its output is incomplete and a condition of
   * --fail-if may not have been evaluated. Scripts depend on the exit status. */
  if (tv_output_is_left_early (error))
    {
      tv_terminal_text_warn ("%s", _("standard output was closed before all output was written"));
      return EXIT_FAILED;
    }
  if (error->domain == G_IO_ERROR)
    g_prefix_error (&error, "%s: ", _("could not write to standard output"));
  tv_terminal_text_warn ("%s", error->message);
  if (error->domain == TV_GATE_ERROR)
    return EXIT_GATE;
  if (error->domain != G_OPTION_ERROR && !g_error_matches (error, TV_ERROR, TV_ERROR_NO_SUCH_TABLE))
    return EXIT_FAILED;
  if (error->domain == G_OPTION_ERROR)
    tv_terminal_text_warn ("%s", _("to list the commands, run “tracedump --help”"));
  return EXIT_USAGE;
}
