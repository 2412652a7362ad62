/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Window to export the timeline as an image. Opened by timeline-actions.c, which also offers tv_export_timeline_to()
 * as an action without a window. The main thread takes a TvTimelineShot. Workers draw the preview and the file from
 * that shot, so the timeline may change while they run. */

#include "ui/views/timeline/export-timeline.h"

#include <glib/gi18n.h>
#include <math.h>

#include "core/error.h"
#include "core/file-name.h"
#include "core/number-format.h"
#include "export/replace-file.h"
#include "ui/kit/image-export.h"
#include "ui/kit/work.h"

#define MIN_WIDTH        800
#define MARGINS_PX       48 /* margin around the timeline in the image */
#define PREVIEW_WIDTH    470.0
#define PREVIEW_HEIGHT   190.0
#define PREVIEW_DELAY_MS 120
#define VECTOR_SCALE     2.0

struct _TvExportTimeline
{
  AdwWindow parent_instance;

  GtkWidget *export_button;
  GtkSpinner *spinner;
  GtkPicture *preview;
  GtkLabel *note;
  AdwComboRow *part;
  GtkStringList *parts;
  AdwComboRow *format;
  GtkSpinButton *width;
  AdwExpanderRow *has_height;
  GtkSpinButton *height;
  AdwComboRow *scale;
  AdwComboRow *appearance;
  GtkSwitch *legend;

  TvTimeline *timeline; /* (nullable): weak; %NULL once the timeline or the window is disposed */
  TvTimelineExtent part_of_item[TV_N_TIMELINE_EXTENTS];
  guint preview_id;
  GCancellable *drawing_preview; /* (nullable): running preview */
  GCancellable *cancellable;     /* (nullable): running export to a file */
};

G_DEFINE_FINAL_TYPE (TvExportTimeline, tv_export_timeline, ADW_TYPE_WINDOW)

/* Input and results of a worker that draws a preview or writes a file */
typedef struct
{
  TvTimelineShot *shot;
  TvTimelineSheetPlan form;
  TvImage image;
  TvTimeline *timeline;
  GFile *file; /* (nullable) */

  cairo_surface_t *surface; /* (nullable): the preview that the worker has drawn */
  guint n_missing;
} ImageJob;

static void
image_job_free (gpointer data)
{
  ImageJob *job = data;

  tv_timeline_shot_free (job->shot);
  g_clear_object (&job->timeline);
  g_clear_object (&job->file);
  g_clear_pointer (&job->surface, cairo_surface_destroy);
  g_free (job);
}

static ImageJob *
image_job_new (TvTimeline *timeline, TvTimelineExtent part, gboolean is_dark)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  TvTimelineShot *shot = tv_timeline_shot_new (
      timeline, part, tv_theme_get (is_dark, adw_style_manager_get_high_contrast (manager)));
  ImageJob *job;

  if (shot == NULL)
    return NULL;
  job = g_new0 (ImageJob, 1);
  job->shot = shot;
  job->timeline = g_object_ref (timeline);
  job->form.has_legend = TRUE;
  job->form.width = MAX (gtk_widget_get_width (GTK_WIDGET (timeline)) + MARGINS_PX, MIN_WIDTH);
  job->image.n_pages = 1;
  job->image.scale = 1.0;
  job->image.title = tv_timeline_shot_get_title (shot);
  job->image.draw = tv_timeline_sheet_paint;
  return job;
}

/* ---- Writing ---- */

static gboolean
write_image (GOutputStream *stream, gpointer data, GCancellable *cancellable, GError **error)
{
  const TvImage *image = data;

  return tv_image_write (image, stream, cancellable, error);
}

static void
write_in_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  ImageJob *job = task_data;
  g_autoptr (TvTimelineSheet) sheet = NULL;
  GError *error = NULL;

  job->form.scale = job->image.format == TV_IMAGE_PNG ? job->image.scale : VECTOR_SCALE;
  sheet = tv_timeline_shot_make_sheet (job->shot, &job->form, cancellable, &error);
  if (sheet != NULL)
    {
      tv_timeline_sheet_get_size (sheet, &job->image.width, &job->image.height);
      job->image.data = sheet;
      tv_replace_file (job->file, write_image, &job->image, cancellable, &error);
    }
  if (error == NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
show_error (GtkWindow *parent, const GError *error)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, _("Could Not Export Timeline"),
                                              error->message);

  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
set_busy (TvExportTimeline *self, gboolean is_busy)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.choose", !is_busy);
  gtk_spinner_set_spinning (self->spinner, is_busy);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ImageJob *job = g_task_get_task_data (G_TASK (result));
  TvExportTimeline *self = TV_IS_EXPORT_TIMELINE (source) ? TV_EXPORT_TIMELINE (source) : NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *uri = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (self != NULL)
    g_clear_object (&self->cancellable);
  if (self != NULL && self->timeline != NULL)
    set_busy (self, FALSE);
  if (g_error_matches (error, TV_ERROR, TV_ERROR_CANCELLED))
    return;
  if (error != NULL)
    {
      show_error (self != NULL && self->timeline != NULL
                      ? GTK_WINDOW (self)
                      : GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (job->timeline))),
                  error);
      return;
    }
  uri = g_file_get_uri (job->file);
  gtk_widget_activate_action (GTK_WIDGET (job->timeline), "win.report-saved", "(sb)", uri, TRUE);
  if (self != NULL && self->timeline != NULL)
    gtk_window_close (GTK_WINDOW (self));
}

/* Writes an image in a worker.
 *
 * @source: the dialog, or the timeline if there is none
 * @job: (transfer full) */
static void
write_job (gpointer source,
           ImageJob *job,
           GFile *file,
           TvImageFormat format,
           GCancellable *cancellable)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, on_written, NULL);

  job->image.format = format;
  job->file = g_object_ref (file);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, image_job_free);
  g_task_run_in_thread (task, write_in_thread);
}

/**
 * tv_export_timeline_to:
 * @timeline: timeline with a session
 * @part: part to export
 * @file: file to write or replace; its suffix determines the format, by default PNG
 *
 * Exports the timeline in a worker and reports the result.
 */
void
tv_export_timeline_to (TvTimeline *timeline, TvTimelineExtent part, GFile *file)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  ImageJob *job = image_job_new (timeline, part, adw_style_manager_get_dark (manager));

  if (job != NULL)
    write_job (timeline, job, file, tv_image_format_of_file (file), NULL);
}

/* ---- Choices ---- */

static gboolean
is_dark (TvExportTimeline *self)
{
  guint choice = adw_combo_row_get_selected (self->appearance);

  return choice == 0 ? adw_style_manager_get_dark (adw_style_manager_get_default ()) : choice == 2;
}

static ImageJob *
make_job (TvExportTimeline *self)
{
  guint part = MIN (adw_combo_row_get_selected (self->part), TV_N_TIMELINE_EXTENTS - 1);
  ImageJob *job = self->timeline != NULL
                      ? image_job_new (self->timeline, self->part_of_item[part], is_dark (self))
                      : NULL;

  if (job == NULL)
    return NULL;
  job->form.width = gtk_spin_button_get_value_as_int (self->width);
  if (adw_expander_row_get_enable_expansion (self->has_height))
    job->form.height = gtk_spin_button_get_value_as_int (self->height);
  job->form.has_legend = gtk_switch_get_active (self->legend);
  job->image.format = (TvImageFormat) adw_combo_row_get_selected (self->format);
  job->image.scale = adw_combo_row_get_selected (self->scale) + 1;
  return job;
}

/* ---- Preview ---- */

/* Paints a border, because the background of the image may have the colour of the window. */
static void
paint_frame (cairo_t *cr, cairo_surface_t *surface)
{
  cairo_identity_matrix (cr);
  cairo_rectangle (cr, 1.0, 1.0, cairo_image_surface_get_width (surface) - 2.0,
                   cairo_image_surface_get_height (surface) - 2.0);
  cairo_set_line_width (cr, 2.0);
  cairo_set_source_rgba (cr, 0.5, 0.5, 0.5, 0.5);
  cairo_stroke (cr);
}

static gpointer
draw_preview (gpointer data, GCancellable *cancellable, GError **error)
{
  ImageJob *job = data;
  g_autoptr (TvTimelineSheet) sheet = NULL;
  double factor;
  cairo_t *cr;

  job->form.scale = 1.0;
  sheet = tv_timeline_shot_make_sheet (job->shot, &job->form, cancellable, error);
  if (sheet == NULL)
    return NULL;
  tv_timeline_sheet_get_size (sheet, &job->image.width, &job->image.height);
  job->n_missing = tv_timeline_sheet_get_n_missing (sheet);
  /* Twice the visible size, for high-density screens */
  factor = MIN (
      MIN (2.0 * PREVIEW_WIDTH / job->image.width, 2.0 * PREVIEW_HEIGHT / job->image.height), 1.0);
  job->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32,
                                             (int) MAX (job->image.width * factor, 1.0),
                                             (int) MAX (job->image.height * factor, 1.0));
  cr = cairo_create (job->surface);
  cairo_scale (cr, factor, factor);
  tv_timeline_sheet_paint (cr, 0, sheet);
  paint_frame (cr, job->surface);
  cairo_destroy (cr);
  cairo_surface_flush (job->surface);
  return job;
}

static const TvWork preview_work = { draw_preview, image_job_free, NULL };

static GdkTexture *
make_texture (cairo_surface_t *surface)
{
  int height = cairo_image_surface_get_height (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  g_autoptr (GBytes) bytes = g_bytes_new_with_free_func (
      cairo_image_surface_get_data (surface), stride * (gsize) height,
      (GDestroyNotify) cairo_surface_destroy, cairo_surface_reference (surface));

  return gdk_memory_texture_new (cairo_image_surface_get_width (surface), height,
                                 GDK_MEMORY_DEFAULT, bytes, stride);
}

/* Shows the size of the image and the number of missing rows, or the reason why the image cannot be exported. */
static void
show_note (TvExportTimeline *self, const ImageJob *job)
{
  double scale = job->image.format == TV_IMAGE_PNG ? job->image.scale : 1.0;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gboolean is_possible = tv_image_check_size (&job->image, &error);

  /* Translators: width and height of an image in pixels */
  tv_number_append_printf (text, _("%.0f × %.0f pixels"), job->image.width * scale,
                           job->image.height * scale);
  if (job->n_missing > 0)
    {
      g_string_append (text, " · ");
      tv_number_append_printf (
          text, ngettext ("%u row is not included", "%u rows are not included", job->n_missing),
          job->n_missing);
    }
  gtk_label_set_text (self->note, is_possible ? text->str : error->message);
  if (self->cancellable == NULL)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), "export.choose", is_possible);
}

static void
on_preview_drawn (gpointer owner, gpointer data, gpointer result, const GError *error)
{
  TvExportTimeline *self = owner;
  const ImageJob *job = data;
  g_autoptr (GdkTexture) texture = NULL;

  if (result == NULL)
    return;
  texture = make_texture (job->surface);
  gtk_picture_set_paintable (self->preview, GDK_PAINTABLE (texture));
  show_note (self, job);
}

static void
stop_preview (TvExportTimeline *self)
{
  g_clear_handle_id (&self->preview_id, g_source_remove);
  tv_work_stop (&self->drawing_preview);
}

static gboolean
start_preview (gpointer data)
{
  TvExportTimeline *self = data;
  ImageJob *job = make_job (self);

  self->preview_id = 0;
  if (job != NULL)
    tv_work_start (&preview_work, job, on_preview_drawn, self, &self->drawing_preview);
  return G_SOURCE_REMOVE;
}

static void
on_choice_changed (TvExportTimeline *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->scale),
                            adw_combo_row_get_selected (self->format) == TV_IMAGE_PNG);
  stop_preview (self);
  self->preview_id = g_timeout_add (PREVIEW_DELAY_MS, start_preview, self);
}

/* ---- Choice of the file ---- */

static void
on_chosen (GtkWidget *widget, GFile *file, TvImageFormat format)
{
  TvExportTimeline *self = TV_EXPORT_TIMELINE (widget);
  ImageJob *job = make_job (self);

  if (job == NULL)
    return;
  self->cancellable = g_cancellable_new ();
  set_busy (self, TRUE);
  write_job (self, job, file, format, self->cancellable);
}

static void
choose_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvExportTimeline *self = TV_EXPORT_TIMELINE (widget);
  GFile *trace_file;
  g_autofree char *stem = NULL;

  if (self->timeline == NULL)
    return;
  trace_file = tv_session_get_file (tv_timeline_get_session (self->timeline));
  stem = tv_file_dup_stem (trace_file);
  tv_image_choose_file (widget, _("Export Timeline"), stem,
                        (TvImageFormat) adw_combo_row_get_selected (self->format), trace_file,
                        on_chosen);
}

/* ---- Object ---- */

static void
tv_export_timeline_dispose (GObject *object)
{
  TvExportTimeline *self = TV_EXPORT_TIMELINE (object);

  stop_preview (self);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_weak_pointer (&self->timeline);
  gtk_widget_dispose_template (GTK_WIDGET (self), TV_TYPE_EXPORT_TIMELINE);
  G_OBJECT_CLASS (tv_export_timeline_parent_class)->dispose (object);
}

/* Cancels a running export to a file. Its task keeps a reference to the window until the task ends. */
static gboolean
tv_export_timeline_close_request (GtkWindow *window)
{
  TvExportTimeline *self = TV_EXPORT_TIMELINE (window);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  return GTK_WINDOW_CLASS (tv_export_timeline_parent_class)->close_request (window);
}

static void
tv_export_timeline_class_init (TvExportTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_export_timeline_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = tv_export_timeline_close_request;
  gtk_widget_class_install_action (widget_class, "export.choose", NULL, choose_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/io/github/traceview/Traceview/export-timeline.ui");
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, export_button);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, spinner);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, preview);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, note);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, part);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, parts);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, format);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, width);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, has_height);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, height);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, scale);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, appearance);
  gtk_widget_class_bind_template_child (widget_class, TvExportTimeline, legend);
}

static void
tv_export_timeline_init (TvExportTimeline *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
add_part (TvExportTimeline *self, TvTimelineExtent part, const char *name)
{
  self->part_of_item[g_list_model_get_n_items (G_LIST_MODEL (self->parts))] = part;
  gtk_string_list_append (self->parts, name);
}

static void
follow_choices (TvExportTimeline *self)
{
  const struct
  {
    gpointer object;
    const char *signal;
  } choices[] = {
    { self->part, "notify::selected" },
    { self->format, "notify::selected" },
    { self->scale, "notify::selected" },
    { self->appearance, "notify::selected" },
    { self->width, "value-changed" },
    { self->height, "value-changed" },
    { self->has_height, "notify::enable-expansion" },
    { self->legend, "notify::active" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    g_signal_connect_object (choices[i].object, choices[i].signal, G_CALLBACK (on_choice_changed),
                             self, G_CONNECT_SWAPPED);
}

/**
 * tv_export_timeline_new:
 * @timeline: timeline with a session
 *
 * Returns: (transfer none): a new window, not yet visible
 */
GtkWindow *
tv_export_timeline_new (TvTimeline *timeline)
{
  TvExportTimeline *self = g_object_new (TV_TYPE_EXPORT_TIMELINE, "transient-for",
                                         GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (timeline))),
                                         NULL);
  gint64 start_ns, end_ns;

  g_set_weak_pointer (&self->timeline, timeline);
  add_part (self, TV_TIMELINE_EXTENT_VISIBLE, _("Visible Part"));
  if (tv_session_get_range (tv_timeline_get_session (timeline), &start_ns, &end_ns))
    add_part (self, TV_TIMELINE_EXTENT_SELECTED, _("Selected Range"));
  add_part (self, TV_TIMELINE_EXTENT_WHOLE, _("Whole Trace"));
  gtk_spin_button_set_value (
      self->width, MAX (gtk_widget_get_width (GTK_WIDGET (timeline)) + MARGINS_PX, MIN_WIDTH));
  adw_combo_row_set_selected (self->format, tv_image_format_get_last ());
  follow_choices (self);
  on_choice_changed (self);
  gtk_widget_grab_focus (self->export_button);
  return GTK_WINDOW (self);
}
