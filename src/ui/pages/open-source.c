/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/open-source.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "analysis/samples/frame-source.h"
#include "ui/kit/settings.h"
#include "ui/kit/source-files.h"
#include "ui/kit/work.h"

/* Opens the source file of a method in an editor. Called by the actions "calls.open-source" and "calls.open-line"
 * (calls-actions.c). A worker searches the source folders of the settings. The main thread then starts the editor of
 * the settings, or shows a dialog. Does not change the session. */

typedef struct
{
  GtkWidget *widget;
  GStrv roots;
  char *class_name; /* (nullable) */
  char *file;
  guint32 line;
} Job;

static void
free_job (gpointer data)
{
  Job *job = data;

  g_object_unref (job->widget);
  g_strfreev (job->roots);
  g_free (job->class_name);
  g_free (job->file);
  g_free (job);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, GtkWidget *widget)
{
  if (g_str_equal (response, "preferences"))
    gtk_widget_activate_action (widget, "win.preferences", NULL);
}

static void
report (GtkWidget *widget, const char *heading, const char *body)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *dialog;

  if (root == NULL)
    return; /* the window was closed while the worker was running */
  dialog = adw_message_dialog_new (GTK_WINDOW (root), heading, body);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"),
                                    "preferences", _("_Preferences"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "preferences");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "close");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_response), widget, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
report_not_found (GtkWidget *widget, const Job *job)
{
  g_autofree char *heading = g_strdup_printf (_("Could Not Find “%s”"), job->file);
  g_autofree char *folders = g_strjoinv ("\n", job->roots);
  /* Translators: folders, one per line */
  g_autofree char *body =
      *folders != '\0'
          ? g_strdup_printf (_("These folders and their subfolders were searched:\n%s"), folders)
          : g_strdup (_("No source folders are configured. Add them in the preferences."));

  report (widget, heading, body);
}

static gpointer
find_file (gpointer data, GCancellable *cancellable, GError **error)
{
  const Job *job = data;

  return tv_source_files_find ((const char *const *) job->roots, job->class_name, job->file,
                               cancellable);
}

static const TvWork find_work = { find_file, free_job, g_free };

static void
on_found (gpointer widget, gpointer data, gpointer result, const GError *error)
{
  const Job *job = data;
  g_autofree char *path = result;
  g_autofree char *command = tv_settings_dup_text ("editor-command");
  g_autoptr (GError) failure = NULL;

  if (path == NULL)
    report_not_found (widget, job);
  else if (!tv_source_files_open (command, path, job->line, &failure))
    report (widget, _("Could Not Start Editor"), failure->message);
}

/**
 * tv_open_source:
 * @widget: a widget in the window
 * @trace: a trace
 * @symbol: a symbol of the trace
 * @line: line of the source file; 0 for the first line of the symbol
 *
 * Opens the source file of a symbol in the editor that is set in the preferences. If the file is not found, shows the
 * folders that were searched. If the trace has no source file for the symbol, reports that.
 */
void
tv_open_source (GtkWidget *widget, TvTrace *trace, guint32 symbol, guint32 line)
{
  guint32 file, first_line;
  Job *job;

  if (!tv_symbol_find_source (trace, symbol, &file, &first_line))
    {
      report (widget, _("No Source Location"),
              _("The trace contains no source location for this "
                "symbol."));
      return;
    }
  job = g_new0 (Job, 1);
  job->widget = g_object_ref (widget);
  job->roots = tv_settings_dup_texts ("source-folders");
  job->class_name = g_strdup (
      tv_trace_get_string (trace, tv_trace_get_symbols (trace, NULL)[symbol].class_name));
  job->file = g_strdup (tv_trace_get_string (trace, file));
  job->line = line > 0 ? line : first_line;
  tv_work_start (&find_work, job, on_found, widget, NULL);
}
