/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/incident/finding.h"
#include "cli/command.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/terminal-text.h"
#include "core/error.h"
#include "formats/bundle.h"
#include "formats/input/input.h"

/* Checks whether files can be read, and prints one line per file, in the order of the files. Files are read in
 * parallel. Each trace is freed as soon as its line is available. Implements the command `tracedump check`,
 * listed in commands[] in main.c. The lock protects only the finished lines; a worker owns its trace. */

typedef struct
{
  const char *file; /* file name as given */
  char *member;     /* (nullable): name of a member of @file */
  char *line;       /* (nullable): output line; NULL until the file has been read */
  gboolean has_failed;
} Checked;

static void
checked_clear (Checked *self)
{
  g_free (self->member);
  g_free (self->line);
}

typedef struct
{
  GMutex lock;
  GCond one_is_done;
} Progress;

static char *
dup_counts (TvTrace *trace)
{
  guint n_errors = tv_trace_count_problems (trace, TV_SEVERITY_ERROR);
  guint n_warnings = tv_trace_count_problems (trace, TV_SEVERITY_WARNING);
  g_autoptr (GString) text = g_string_new (NULL);

  if (n_errors > 0)
    g_string_append_printf (text, ngettext (", %u error", ", %u errors", n_errors), n_errors);
  if (n_warnings > 0)
    g_string_append_printf (text, ngettext (", %u warning", ", %u warnings", n_warnings),
                            n_warnings);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
read_file (gpointer data, gpointer user_data)
{
  Checked *checked = data;
  Progress *progress = user_data;
  const TvTraceSource source = { .member = checked->member, .is_quiet = TRUE };
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_open_trace (checked->file, &source, &error);
  g_autofree char *file = tv_input_dup_display_name (checked->file);
  g_autofree char *name = checked->member != NULL
                              ? g_strdup_printf ("%s: %s", file, checked->member)
                              : g_strdup (file);
  g_autofree char *line = NULL;

  if (trace != NULL)
    {
      g_autofree char *counts = dup_counts (trace);
      g_autoptr (TvFinding) finding = tv_finding_new (trace, NULL);
      g_autofree char *found = tv_finding_dup_line (finding);

      line = g_strdup_printf ("%s: %s%s: %s", name, tv_trace_get_format (trace), counts, found);
    }
  else
    /* Translators: a file that cannot be read, and the error */
    line = g_str_has_prefix (error->message, name)
               ? g_strdup (error->message)
               : g_strdup_printf ("%s: %s", name, error->message);
  g_mutex_lock (&progress->lock);
  checked->line = tv_terminal_text_escape (line);
  checked->has_failed = trace == NULL;
  g_cond_signal (&progress->one_is_done);
  g_mutex_unlock (&progress->lock);
}

static gboolean
write_lines (const GArray *all, Progress *progress, GError **error)
{
  Checked *checked = (Checked *) (gpointer) all->data;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < all->len; i++)
    {
      g_mutex_lock (&progress->lock);
      while (checked[i].line == NULL)
        g_cond_wait (&progress->one_is_done, &progress->lock);
      g_mutex_unlock (&progress->lock);
      g_string_assign (text, checked[i].has_failed ? _("FAILED  ") : _("fine    "));
      g_string_append_printf (text, "%s\n", checked[i].line);
      if (!tv_output_write (text, error))
        return FALSE;
    }
  return TRUE;
}

/* Adds a file. A folder, archive or bug report with several traces gets one entry per trace. */
static void
add_file (GArray *all, const char *file)
{
  g_autoptr (TvBundle) bundle = tv_bundle_open (file, NULL, NULL);
  Checked whole = { .file = file };
  const TvMember *members;
  guint n;

  if (bundle == NULL || tv_bundle_count (bundle, TV_MEMBER_TRACE) < 2)
    {
      g_array_append_val (all, whole);
      return;
    }
  members = tv_bundle_get_members (bundle, &n);
  for (guint i = 0; i < n; i++)
    if (members[i].kind == TV_MEMBER_TRACE)
      {
        Checked part = { .file = file, .member = g_strdup (members[i].name) };

        g_array_append_val (all, part);
      }
}

static gboolean
check_files (char **files, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (Checked));
  Progress progress = { 0 };
  GThreadPool *readers;
  guint n_failed = 0;
  gboolean is_written;

  g_array_set_clear_func (all, (GDestroyNotify) checked_clear);
  for (guint i = 0; files[i] != NULL; i++)
    add_file (all, files[i]);
  g_mutex_init (&progress.lock);
  g_cond_init (&progress.one_is_done);
  readers = g_thread_pool_new (read_file, &progress, (int) g_get_num_processors (), FALSE, NULL);
  for (guint i = 0; i < all->len; i++)
    g_thread_pool_push (readers, &g_array_index (all, Checked, i), NULL);
  is_written = write_lines (all, &progress, error);
  g_thread_pool_free (readers, !is_written, TRUE);
  for (guint i = 0; i < all->len; i++)
    n_failed += g_array_index (all, Checked, i).has_failed;
  g_mutex_clear (&progress.lock);
  g_cond_clear (&progress.one_is_done);
  if (is_written && n_failed > 0)
    g_set_error (
        error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
        ngettext ("%u file of %u could not be read", "%u files of %u could not be read", n_failed),
        n_failed, all->len);
  return is_written && n_failed == 0;
}

static gboolean
run (char **argv, GError **error)
{
  g_auto (GStrv) operands = NULL;
  const GOptionEntry entries[] = {
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &operands, NULL, NULL },
    G_OPTION_ENTRY_NULL,
  };
  g_autoptr (GOptionContext) context = g_option_context_new (_("FILE…"));

  g_option_context_set_summary (
      context, _("Opens each file, and prints a line with its status, format, number of problems "
                 "and summary. Exits with status 1 if a file cannot be read."));
  return tv_command_parse (context, entries, argv, error) &&
         tv_command_check_operands (operands, 1, G_MAXUINT, _("FILE…"), error) &&
         check_files (operands, error);
}

const TvCommand tv_check_command = { "check", N_("Check whether files can be opened"), run };
