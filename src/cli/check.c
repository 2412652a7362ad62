/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/incident/finding.h"
#include "cli/command.h"
#include "cli/open-trace.h"
#include "cli/output.h"
#include "cli/terminal-text.h"
#include "core/error.h"
#include "core/memory/parallel.h"
#include "formats/bundle.h"
#include "formats/input/input.h"

/* Checks whether files can be read. Prints one line per file, or per trace of a bundle, in the order of the files.
 * Files are read in parallel, and each file is opened once. Each trace is freed as soon as its line is available.
 * Implements the command `tracedump check`, listed in commands[] in main.c. The lock protects only the finished
 * lines; each worker owns its trace. */

/* A file, or a trace in a bundle */
typedef struct
{
  const char *file; /* file name as given by the user */
  TvTraceSource source;
  char *line; /* (nullable): output line; NULL until the trace has been read */
  gboolean has_failed;
} Checked;

/* A file and the output lines for its traces */
typedef struct
{
  const char *name;
  GArray *
      lines; /* (nullable) (element-type Checked): NULL until all traces of the file have been read */
} CheckedFile;

static void
checked_clear (gpointer data)
{
  g_free (((Checked *) data)->line);
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
read_trace (guint task, gpointer data)
{
  Checked *checked = (Checked *) data + task;
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_open_trace (checked->file, &checked->source, &error);
  g_autofree char *file = tv_input_dup_display_name (checked->file);
  g_autofree char *name = checked->source.member != NULL
                              ? g_strdup_printf ("%s: %s", file, checked->source.member)
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
    /* Translators: name of a file that cannot be read, and the error */
    line = g_str_has_prefix (error->message, name)
               ? g_strdup (error->message)
               : g_strdup_printf ("%s: %s", name, error->message);
  checked->line = tv_terminal_text_escape (line);
  checked->has_failed = trace == NULL;
}

/* Reads a file, or all traces of a folder, archive or bug report that contains several traces. */
static void
read_file (gpointer data, gpointer user_data)
{
  CheckedFile *file = data;
  Progress *progress = user_data;
  g_autoptr (TvInput) input = NULL;
  g_autoptr (TvBundle) bundle = tv_bundle_open_or_file (file->name, &input, NULL, NULL);
  GArray *lines = g_array_new (FALSE, TRUE, sizeof (Checked));
  Checked one = { .file = file->name, .source = { .is_quiet = TRUE } };

  g_array_set_clear_func (lines, checked_clear);
  if (bundle == NULL || tv_bundle_count (bundle, TV_MEMBER_TRACE) < 2)
    {
      one.source.file = input;
      g_array_append_val (lines, one);
    }
  else
    {
      guint n;
      const TvMember *members = tv_bundle_get_members (bundle, &n);

      one.source.bundle = bundle;
      for (guint i = 0; i < n; i++)
        if (members[i].kind == TV_MEMBER_TRACE)
          {
            one.source.member = (char *) members[i].name;
            g_array_append_val (lines, one);
          }
    }
  tv_parallel_run (lines->len, read_trace, lines->data);
  g_mutex_lock (&progress->lock);
  file->lines = lines;
  g_cond_signal (&progress->one_is_done);
  g_mutex_unlock (&progress->lock);
}

static gboolean
write_lines (const CheckedFile *files, guint n, Progress *progress, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      g_mutex_lock (&progress->lock);
      while (files[i].lines == NULL)
        g_cond_wait (&progress->one_is_done, &progress->lock);
      g_mutex_unlock (&progress->lock);
      g_string_truncate (text, 0);
      for (guint k = 0; k < files[i].lines->len; k++)
        {
          const Checked *checked = &g_array_index (files[i].lines, Checked, k);

          g_string_append_printf (
              text, "%s%s\n", checked->has_failed ? _("FAILED  ") : _("fine    "), checked->line);
        }
      if (!tv_output_write (text, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_files (char **names, GError **error)
{
  guint n = g_strv_length (names), n_lines = 0, n_failed = 0;
  g_autofree CheckedFile *files = g_new0 (CheckedFile, n);
  Progress progress = { 0 };
  GThreadPool *readers;
  gboolean is_written;

  g_mutex_init (&progress.lock);
  g_cond_init (&progress.one_is_done);
  readers = g_thread_pool_new (read_file, &progress, (int) g_get_num_processors (), FALSE, NULL);
  for (guint i = 0; i < n; i++)
    {
      files[i].name = names[i];
      g_thread_pool_push (readers, &files[i], NULL);
    }
  is_written = write_lines (files, n, &progress, error);
  g_thread_pool_free (readers, !is_written, TRUE);
  for (guint i = 0; i < n; i++)
    if (files[i].lines != NULL)
      {
        n_lines += files[i].lines->len;
        for (guint k = 0; k < files[i].lines->len; k++)
          n_failed += g_array_index (files[i].lines, Checked, k).has_failed;
        g_array_unref (files[i].lines);
      }
  g_mutex_clear (&progress.lock);
  g_cond_clear (&progress.one_is_done);
  if (is_written && n_failed > 0)
    g_set_error (
        error, TV_ERROR, TV_ERROR_NOT_A_TRACE,
        ngettext ("%u file of %u could not be read", "%u files of %u could not be read", n_failed),
        n_failed, n_lines);
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
