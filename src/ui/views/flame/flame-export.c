/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Exports the zoomed part of the flame graph, with all its levels, as an image. Called by the actions of the view
 * (flame-view-actions.c). A worker draws from references to the layout and the colours, which do not change. */

#include "ui/views/flame/flame-view.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/file-name.h"
#include "paint/flame/measure.h"
#include "paint/flame/sheet.h"
#include "ui/kit/image-export.h"

#define MIN_WIDTH    800
#define VECTOR_SCALE 2.0

typedef struct
{
  TvFlameSheetPlan plan;
  TvColoring *coloring;
  GBytes *is_found; /* (nullable) */
  char *title;
  char *properties;
  char *font;
} ImageJob;

static void
image_job_free (gpointer data)
{
  ImageJob *job = data;

  tv_flame_layout_unref (job->plan.layout);
  tv_coloring_unref (job->coloring);
  g_clear_pointer (&job->is_found, g_bytes_unref);
  g_free (job->title);
  g_free (job->properties);
  g_free (job->font);
  g_free (job);
}

static ImageJob *
image_job_new (TvFlamePane *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  TvFlameLayout *layout = tv_flame_graph_get_layout (self->graph);
  guint32 zoom = tv_flame_graph_get_zoom (self->graph), n;
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  ImageJob *job = g_new0 (ImageJob, 1);

  job->coloring = tv_coloring_ref (tv_flame_graph_get_coloring (self->graph));
  job->title = tv_file_dup_shown_name (tv_session_get_file (self->session));
  job->properties = tv_flame_measure_dup_description (layout, zoom);
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
    .description = job->properties,
    .zoom = zoom,
    .is_found = job->is_found != NULL ? g_bytes_get_data (job->is_found, NULL) : NULL,
    .width = MAX (gtk_widget_get_width (GTK_WIDGET (self)), MIN_WIDTH),
  };
  g_object_get (self->graph, "flipped", &job->plan.is_flipped, NULL);
  return job;
}

/* Runs in a worker. */
static gboolean
make_image (gpointer data, TvImage *image, GError **error)
{
  ImageJob *job = data;
  TvFlameSheet *sheet;

  job->plan.scale = image->format == TV_IMAGE_PNG ? 1.0 : VECTOR_SCALE;
  job->plan.has_svg_text = image->format == TV_IMAGE_SVG;
  sheet = tv_flame_sheet_new (&job->plan);
  image->draw = tv_flame_sheet_paint;
  image->append_svg = tv_flame_sheet_append_svg;
  image->data = sheet;
  tv_flame_sheet_get_size (sheet, &image->width, &image->height);
  return TRUE;
}

static void
export_to (GtkWidget *widget, GFile *file, TvImageFormat format)
{
  tv_flame_pane_export_to (TV_FLAME_PANE (widget), file, format);
}

static const TvImageExport flame_export = {
  .title = N_("Export Flame Graph"),
  /* Translators: proposed file name for an image of a flame graph; %s is the name of the trace */
  .file_name = N_("%s flame graph"),
  .failure = N_("Could Not Export Flame Graph"),
  .export_to = export_to,
  .make = make_image,
  .free_data = image_job_free,
  .free_drawn = (GDestroyNotify) tv_flame_sheet_free,
};

/* Writes an image of the visible graph in a worker, and reports the result to the user. Does nothing while there is
 * no layout. */
void
tv_flame_pane_export_to (TvFlamePane *self, GFile *file, TvImageFormat format)
{
  ImageJob *job;

  if (tv_flame_graph_get_layout (self->graph) == NULL)
    return;
  job = image_job_new (self);
  tv_image_export_write (&flame_export, GTK_WIDGET (self), job->title, job, file, format);
}

/* Asks for a file, then writes the image. */
void
tv_flame_pane_export (TvFlamePane *self)
{
  tv_image_export_choose (&flame_export, GTK_WIDGET (self), tv_session_get_file (self->session));
}
