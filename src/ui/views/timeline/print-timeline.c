/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Prints the timeline with GtkPrintOperation. Called by timeline-actions.c. A worker creates the pages from a
 * TvTimelineShot; the main thread draws them. Static state: a theme with a white background, created once. */

#include "ui/views/timeline/print-timeline.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/file-name.h"

/* Width of a page in timeline px; at this scale, slice labels are printed in the size of small print. */
#define PAGE_WIDTH_PX 1280.0
#define PAGE_SCALE    2.0

#define SETTINGS_KEY "tv-print-settings"

/* Print job. Reference-counted, because the handlers of the operation and the worker that creates the pages share it.
 * GTK polls until the pages exist. */
typedef struct
{
  TvTimeline *timeline;
  TvTimelineShot *shot;
  TvTimelineSheetPlan form;
  GCancellable *cancellable;
  TvTimelineSheet *sheet; /* (nullable): %NULL until the worker has created it, or if it failed */
  double factor;          /* points per px */
  gboolean has_failed;

  GtkDropDown *part; /* (nullable): set while the dialog is open */
  GtkCheckButton *legend;
  TvTimelineExtent chosen_part;
} PrintJob;

static void
print_job_clear (gpointer data)
{
  PrintJob *job = data;

  tv_timeline_sheet_free (job->sheet);
  tv_timeline_shot_free (job->shot);
  g_object_unref (job->cancellable);
  g_object_unref (job->timeline);
}

static void
print_job_release (gpointer data)
{
  g_atomic_rc_box_release_full (data, print_job_clear);
}

static void
print_job_closed (gpointer data, GClosure *closure)
{
  g_cancellable_cancel (((PrintJob *) data)->cancellable);
  print_job_release (data);
}

/* ---- Pages ---- */

/* Returns the light theme with a white background, regardless of the window's theme. */
static const TvTheme *
get_theme (void)
{
  static TvTheme theme;
  static gsize is_made = 0;

  if (g_once_init_enter (&is_made))
    {
      theme = *tv_theme_get (FALSE, FALSE);
      theme.background = (TvColor){ 1.0, 1.0, 1.0, 1.0 };
      g_once_init_leave (&is_made, 1);
    }
  return &theme;
}

static void
sheet_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  PrintJob *job = task_data;
  GError *error = NULL;
  TvTimelineSheet *sheet = tv_timeline_shot_make_sheet (job->shot, &job->form, cancellable, &error);

  if (sheet != NULL)
    g_task_return_pointer (task, sheet, (GDestroyNotify) tv_timeline_sheet_free);
  else
    g_task_return_error (task, error);
}

static void
on_sheet_made (GObject *source, GAsyncResult *result, gpointer user_data)
{
  PrintJob *job = g_task_get_task_data (G_TASK (result));

  job->sheet = g_task_propagate_pointer (G_TASK (result), NULL);
  job->has_failed = job->sheet == NULL;
}

static void
on_begin_print (GtkPrintOperation *operation, GtkPrintContext *context, PrintJob *job)
{
  g_autoptr (GTask) task = g_task_new (operation, job->cancellable, on_sheet_made, NULL);

  job->factor = gtk_print_context_get_width (context) / PAGE_WIDTH_PX;
  job->form.width = PAGE_WIDTH_PX;
  job->form.height = gtk_print_context_get_height (context) / job->factor;
  job->form.scale = PAGE_SCALE;
  job->form.is_paged = TRUE;
  job->shot = tv_timeline_shot_new (job->timeline, job->chosen_part, get_theme ());
  job->has_failed = job->shot == NULL;
  if (job->has_failed)
    return;
  g_task_set_task_data (task, g_atomic_rc_box_acquire (job), print_job_release);
  g_task_run_in_thread (task, sheet_in_thread);
}

static gboolean
on_paginate (GtkPrintOperation *operation, GtkPrintContext *context, PrintJob *job)
{
  if (job->has_failed)
    {
      gtk_print_operation_set_n_pages (operation, 1);
      gtk_print_operation_cancel (operation);
      return TRUE;
    }
  if (job->sheet == NULL)
    {
      /* GTK calls this function again immediately; the pause avoids a busy loop. */
      g_usleep (2000);
      return FALSE;
    }
  gtk_print_operation_set_n_pages (operation, (int) tv_timeline_sheet_get_n_pages (job->sheet));
  return TRUE;
}

static void
on_draw_page (GtkPrintOperation *operation, GtkPrintContext *context, int page, PrintJob *job)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);

  if (job->sheet == NULL)
    return;
  cairo_save (cr);
  cairo_scale (cr, job->factor, job->factor);
  tv_timeline_sheet_paint (cr, (guint) page, job->sheet);
  cairo_restore (cr);
}

/* ---- Choices ---- */

static GtkWidget *
on_create_choices (GtkPrintOperation *operation, PrintJob *job)
{
  static const char *const parts[] = { N_("Visible Part"), N_("Selected Range"), N_("Whole Trace"),
                                       NULL };
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *label = gtk_label_new_with_mnemonic (_("_Range:"));
  GtkStringList *names = gtk_string_list_new (NULL);

  for (guint i = 0; parts[i] != NULL; i++)
    gtk_string_list_append (names, _ (parts[i]));
  job->part = GTK_DROP_DOWN (gtk_drop_down_new (G_LIST_MODEL (names), NULL));
  gtk_drop_down_set_selected (job->part, job->chosen_part);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), GTK_WIDGET (job->part));
  job->legend = GTK_CHECK_BUTTON (gtk_check_button_new_with_mnemonic (_("With _legend")));
  gtk_check_button_set_active (job->legend, job->form.has_legend);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_widget_set_margin_top (grid, 18);
  gtk_widget_set_margin_start (grid, 18);
  gtk_grid_attach (GTK_GRID (grid), label, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (job->part), 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (grid), GTK_WIDGET (job->legend), 1, 1, 1, 1);
  return grid;
}

static void
on_apply_choices (GtkPrintOperation *operation, GtkWidget *widget, PrintJob *job)
{
  job->chosen_part = (TvTimelineExtent) MIN (gtk_drop_down_get_selected (job->part),
                                             TV_N_TIMELINE_EXTENTS - 1);
  job->form.has_legend = gtk_check_button_get_active (job->legend);
  job->part = NULL;
  job->legend = NULL;
}

/* ---- Operation ---- */

static void
on_done (GtkPrintOperation *operation, GtkPrintOperationResult result, PrintJob *job)
{
  g_cancellable_cancel (job->cancellable);
  if (result == GTK_PRINT_OPERATION_RESULT_APPLY)
    g_object_set_data_full (G_OBJECT (job->timeline), SETTINGS_KEY,
                            g_object_ref (gtk_print_operation_get_print_settings (operation)),
                            g_object_unref);
  if (result == GTK_PRINT_OPERATION_RESULT_ERROR)
    {
      g_autoptr (GError) error = NULL;
      GtkWidget *dialog;

      gtk_print_operation_get_error (operation, &error);
      dialog = adw_message_dialog_new (
          GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (job->timeline))),
          _("Could Not Print Timeline"), error->message);
      adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
      gtk_window_present (GTK_WINDOW (dialog));
    }
}

static GtkPrintOperation *
make_operation (TvTimeline *timeline, TvTimelineExtent part)
{
  GtkPrintOperation *operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) setup = gtk_page_setup_new ();
  GFile *file = tv_session_get_file (tv_timeline_get_session (timeline));
  g_autofree char *title = file != NULL ? tv_file_dup_shown_name (file) : g_strdup (_("Timeline"));
  PrintJob *job = g_atomic_rc_box_new0 (PrintJob);

  job->timeline = g_object_ref (timeline);
  job->cancellable = g_cancellable_new ();
  job->form.has_legend = TRUE;
  job->chosen_part = part;

  gtk_page_setup_set_orientation (setup, GTK_PAGE_ORIENTATION_LANDSCAPE);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_print_settings (operation,
                                          g_object_get_data (G_OBJECT (timeline), SETTINGS_KEY));
  gtk_print_operation_set_job_name (operation, title);
  gtk_print_operation_set_unit (operation, GTK_UNIT_POINTS);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_allow_async (operation, TRUE);
  gtk_print_operation_set_custom_tab_label (operation, _("Timeline"));
  g_signal_connect (operation, "create-custom-widget", G_CALLBACK (on_create_choices), job);
  g_signal_connect (operation, "custom-widget-apply", G_CALLBACK (on_apply_choices), job);
  g_signal_connect (operation, "begin-print", G_CALLBACK (on_begin_print), job);
  g_signal_connect (operation, "paginate", G_CALLBACK (on_paginate), job);
  g_signal_connect (operation, "draw-page", G_CALLBACK (on_draw_page), job);
  g_signal_connect_data (operation, "done", G_CALLBACK (on_done), job, print_job_closed, 0);
  return operation;
}

static void
run (TvTimeline *timeline, GtkPrintOperation *operation, GtkPrintOperationAction action)
{
  /* Errors are handled by on_done(), because the signal "done" reports them too. */
  gtk_print_operation_run (operation, action,
                           GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (timeline))), NULL);
}

/**
 * tv_print_timeline:
 * @timeline: timeline with a session
 *
 * Shows the print dialog and prints the timeline.
 */
void
tv_print_timeline (TvTimeline *timeline)
{
  g_autoptr (GtkPrintOperation) operation = make_operation (timeline, TV_TIMELINE_EXTENT_VISIBLE);

  run (timeline, operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG);
}

/**
 * tv_print_timeline_to_pdf:
 * @timeline: timeline with a session
 * @part: part to print
 * @file: file to write or replace
 *
 * Prints the timeline to a PDF file without a dialog.
 */
void
tv_print_timeline_to_pdf (TvTimeline *timeline, TvTimelineExtent part, GFile *file)
{
  g_autoptr (GtkPrintOperation) operation = make_operation (timeline, part);
  g_autofree char *path = g_file_get_path (file);

  gtk_print_operation_set_export_filename (operation, path);
  run (timeline, operation, GTK_PRINT_OPERATION_ACTION_EXPORT);
}
