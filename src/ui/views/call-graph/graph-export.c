/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Exports the visible call graph as an image or as a table. Called by the Call Graph view. Reads the canvas through
 * its getters and does not change it. */

#include <adwaita.h>
#include <glib/gi18n.h>

#include "core/file-name.h"
#include "export/graphviz.h"
#include "paint/graph/sheet.h"
#include "tables/method-edge.h"
#include "tables/table-subset.h"
#include "ui/kit/image-export.h"
#include "ui/views/call-graph/graph-canvas.h"

/* ---- Table ---- */

/* Returns: (transfer full) (nullable): table of the visible arrows, except those for calls without a caller; %NULL
 * without a graph */
TvTable *
tv_graph_canvas_dup_table (TvGraphCanvas *self)
{
  g_autoptr (TvTable) table = NULL;
  g_autoptr (GArray) rows = NULL;

  if (tv_graph_canvas_get_graph (self) == NULL)
    return NULL;
  table = tv_method_edge_table_new (
      tv_method_ranks_get_profile (tv_graph_canvas_get_ranks (self)),
      tv_session_get_call_source (tv_graph_canvas_get_session (self)));
  rows = tv_call_graph_dup_edge_rows (tv_graph_canvas_get_graph (self));
  return tv_table_subset_new (table, rows);
}

/* ---- Image ---- */

typedef struct
{
  TvMethodRanks *ranks;
  TvCallGraph *graph;
  TvColoring *coloring;
  char *title;
  char *font;
  TvGraphSheetPlan plan;
} ImageJob;

static void
image_job_free (gpointer data)
{
  ImageJob *job = data;

  tv_call_graph_free (job->graph);
  tv_method_ranks_unref (job->ranks);
  tv_coloring_unref (job->coloring);
  g_free (job->title);
  g_free (job->font);
  g_free (job);
}

static ImageJob *
image_job_new (TvGraphCanvas *self)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  ImageJob *job = g_new0 (ImageJob, 1);

  job->ranks = tv_method_ranks_ref (tv_graph_canvas_get_ranks (self));
  job->graph = tv_call_graph_copy (tv_graph_canvas_get_graph (self));
  job->coloring = tv_coloring_ref (tv_graph_canvas_get_coloring (self));
  job->title = tv_file_dup_shown_name (tv_session_get_file (tv_graph_canvas_get_session (self)));
  job->font = g_strdup (
      pango_font_description_get_family (pango_context_get_font_description (context)));
  job->plan = (TvGraphSheetPlan){
    .graph = job->graph,
    .coloring = job->coloring,
    .source = tv_session_get_call_source (tv_graph_canvas_get_session (self)),
    .theme = tv_theme_get (adw_style_manager_get_dark (manager),
                           adw_style_manager_get_high_contrast (manager)),
    .font = job->font,
    .title = job->title,
  };
  return job;
}

/* Runs in a worker. */
static gboolean
make_image (gpointer data, TvImage *image, GError **error)
{
  const ImageJob *job = data;
  TvGraphSheet *sheet = tv_graph_sheet_new (&job->plan, tv_graphviz_lay_out, error);

  if (sheet == NULL)
    return FALSE;
  image->draw = tv_graph_sheet_paint;
  image->data = sheet;
  tv_graph_sheet_get_size (sheet, &image->width, &image->height);
  return TRUE;
}

static void
export_to (GtkWidget *widget, GFile *file, TvImageFormat format)
{
  tv_graph_canvas_export_to (TV_GRAPH_CANVAS (widget), file, format);
}

static const TvImageExport graph_export = {
  .title = N_("Export Call Graph"),
  /* Translators: proposed file name for an image of a call graph; %s is the name of the trace */
  .file_name = N_("%s call graph"),
  .failure = N_("Could Not Export Call Graph"),
  .export_to = export_to,
  .make = make_image,
  .free_data = image_job_free,
  .free_drawn = (GDestroyNotify) tv_graph_sheet_free,
};

/* Writes an image of the whole graph in a worker, with the same names as in the window. Does nothing without a
 * graph. */
void
tv_graph_canvas_export_to (TvGraphCanvas *self, GFile *file, TvImageFormat format)
{
  ImageJob *job;

  if (tv_graph_canvas_get_graph (self) == NULL)
    return;
  job = image_job_new (self);
  tv_image_export_write (&graph_export, GTK_WIDGET (self), job->title, job, file, format);
}

/* Asks for a file, then writes an image of the whole graph. */
void
tv_graph_canvas_export (TvGraphCanvas *self)
{
  tv_image_export_choose (&graph_export, GTK_WIDGET (self),
                          tv_session_get_file (tv_graph_canvas_get_session (self)));
}
