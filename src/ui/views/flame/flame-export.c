/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The flame graph as a picture: what is zoomed to, with all of its levels. */

#include "ui/views/flame/flame-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <string.h>

#include "core/error.h"
#include "core/file-name.h"
#include "export/replace-file.h"
#include "paint/flame/measure.h"
#include "paint/flame/sheet.h"
#include "paint/kit/picture-file.h"

#define MIN_WIDTH    800
#define VECTOR_SCALE 2.0

typedef struct
{
  TvFlameSheetPlan plan;
  TvColoring *coloring;
  GBytes *is_found; /* (nullable) */
  char *title;
  char *facts;
  char *font;
  GFile *file;
  TvPictureFormat format;
} PictureJob;

static void
picture_job_free (gpointer data)
{
  PictureJob *job = data;

  tv_flame_layout_unref (job->plan.layout);
  tv_coloring_unref (job->coloring);
  g_clear_pointer (&job->is_found, g_bytes_unref);
  g_clear_object (&job->file);
  g_free (job->title);
  g_free (job->facts);
  g_free (job->font);
  g_free (job);
}

static PictureJob *
picture_job_new (TvFlamePane *self, GFile *file)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  TvFlameLayout *layout = tv_flame_graph_get_layout (self->graph);
  guint32 zoom = tv_flame_graph_get_zoom (self->graph), n;
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  g_autofree char *base = g_file_get_basename (file);
  PictureJob *job = g_new0 (PictureJob, 1);

  job->file = g_object_ref (file);
  job->format = TV_PICTURE_PNG;
  tv_picture_format_find (base, &job->format);
  job->coloring = tv_coloring_ref (tv_flame_graph_get_coloring (self->graph));
  job->title = tv_file_dup_shown_name (tv_session_get_file (self->session));
  job->facts = tv_flame_measure_dup_facts (layout, zoom);
  job->font = g_strdup (
      pango_font_description_get_family (pango_context_get_font_description (context)));
  tv_call_tree_get_nodes (tv_flame_layout_get_tree (layout), &n);
  if (self->search != NULL)
    job->is_found = g_bytes_new (self->search->is_found, n);
  job->plan = (TvFlameSheetPlan){
    .layout = tv_flame_layout_ref (layout),
    .theme = tv_theme_get (adw_style_manager_get_dark (manager),
                           adw_style_manager_get_high_contrast (manager)),
    .coloring = job->coloring,
    .font = job->font,
    .title = job->title,
    .facts = job->facts,
    .zoom = zoom,
    .is_found = job->is_found != NULL ? g_bytes_get_data (job->is_found, NULL) : NULL,
    .width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), MIN_WIDTH),
    .scale = job->format == TV_PICTURE_PNG ? 1.0 : VECTOR_SCALE,
  };
  g_object_get (self->graph, "flipped", &job->plan.is_flipped, NULL);
  return job;
}

static gboolean
write_picture (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  const TvPicture *picture = data;

  return tv_picture_write (picture, stream, cancellable, error);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  PictureJob *job = task_data;
  g_autoptr (TvFlameSheet) sheet = tv_flame_sheet_new (&job->plan);
  TvPicture picture = {
    .format = job->format,
    .scale = 1.0,
    .n_pages = 1,
    .title = job->title,
    .draw = tv_flame_sheet_paint,
    .data = sheet,
  };
  GError *error = NULL;

  tv_flame_sheet_get_size (sheet, &picture.width, &picture.height);
  if (tv_replace_file (job->file, write_picture, &picture, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvFlamePane *self = TV_FLAME_PANE (source);
  PictureJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = g_file_get_uri (job->file);

  if (g_task_propagate_boolean (G_TASK (result), &error))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.tell-saved", "(sb)", uri, TRUE);
  else
    {
      GtkWidget *dialog = adw_message_dialog_new (
          GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
          _("The Flame Graph Could Not Be Exported"), error->message);

      adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
      gtk_window_present (GTK_WINDOW (dialog));
    }
}

/* Writes the graph as it is shown, in a worker, and says how it went; the file's suffix says how, or else it is
 * a PNG. */
void
tv_flame_pane_export_to (TvFlamePane *self, GFile *file)
{
  g_autoptr (GTask) task = NULL;

  if (tv_flame_graph_get_layout (self->graph) == NULL)
    return;
  task = g_task_new (self, NULL, on_written, NULL);
  g_task_set_task_data (task, picture_job_new (self, file), picture_job_free);
  g_task_run_in_thread (task, write_in_thread);
}

static void
on_response (GtkNativeDialog *chooser, int response, TvFlamePane *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));

      tv_flame_pane_export_to (self, file);
    }
  g_object_unref (chooser);
}

/* Asks where the picture is to be, then writes it. */
void
tv_flame_pane_export (TvFlamePane *self)
{
  GFile *trace_file = tv_session_get_file (self->session);
  g_autoptr (GFile) folder = tv_file_find_folder (trace_file);
  g_autofree char *name = tv_file_dup_shown_name (trace_file);
  char *point = strrchr (name, '.');
  g_autofree char *file_name = NULL;
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (
      _("Export Flame Graph"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
      GTK_FILE_CHOOSER_ACTION_SAVE, _("_Export"), NULL);

  if (point != NULL && point != name)
    *point = '\0';
  /* Translators: what is behind the name of a trace in the name of a picture of its flame graph */
  file_name = g_strdup_printf (_("%s flame graph.png"), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), file_name);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}
