/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/multi-file-row.h"

#include <glib/gi18n.h>

#include "paint/kit/palette.h"
#include "core/time-format.h"

/* A row of the list of files to be opened together: name, clock, offset, uncertainty. Created by the pane of files
 * (multi-file-pane.c) for a TvMultiFileMember. Rows do not change later. */

#define SWATCH_PX 12

static GtkWidget *
new_label (const char *text, const char *style, float xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_widget_add_css_class (label, style);
  return label;
}

static char *
dup_uncertainty (const TvMultiFileMember *file)
{
  g_autofree char *time = NULL;

  if (file->source == NULL || file->uncertainty_ns == 0)
    return g_strdup (_("exact"));
  time = tv_time_format (tv_multi_file_member_get_uncertainty (file));
  return g_strdup_printf ("± %s", time);
}

static char *
dup_offset (const TvMultiFileMember *file)
{
  g_autofree char *time = tv_time_format (ABS (file->offset_ns));

  if (file->offset_ns == 0)
    return g_strdup ("0");
  return g_strdup_printf ("%s %s", file->offset_ns > 0 ? "+" : "−", time);
}

/* Fills the row of a synchronized file:
 *
 *   name                      ± 1.0 ms
 *   clock                     + 60 s
 *   source of synchronization */
static void
fill_synchronized (GtkGrid *grid, const TvMultiFileMember *file)
{
  g_autofree char *uncertainty = dup_uncertainty (file);
  g_autofree char *offset = dup_offset (file);
  gboolean is_unsure = tv_multi_file_member_is_unsure (file);
  GtkWidget *sure = new_label (uncertainty, "numeric", 1.0f);
  GtkWidget *clock = new_label (file->clock != NULL ? file->clock : _("clock not known"),
                                "dim-label", 0.0f);
  GtkWidget *by = new_label (offset, "numeric", 1.0f);
  GtkWidget *source = new_label (file->source != NULL ? file->source : _("clock of the timeline"),
                                 "caption", 0.0f);

  if (is_unsure)
    gtk_widget_add_css_class (sure, "unsure");
  gtk_widget_set_tooltip_text (sure, _("Uncertainty of the file’s position on the timeline"));
  gtk_widget_set_tooltip_text (by, _("Offset of the file’s timestamps from the timeline’s clock"));
  gtk_widget_add_css_class (source, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (source), TRUE);
  gtk_grid_attach (grid, sure, 2, 0, 1, 1);
  gtk_grid_attach (grid, clock, 1, 1, 1, 1);
  gtk_grid_attach (grid, by, 2, 1, 1, 1);
  gtk_grid_attach (grid, source, 1, 2, 2, 1);
}

static void
fill_unsynchronized (GtkGrid *grid, const TvMultiFileMember *file)
{
  GtkWidget *reason = new_label (file->reason, "caption", 0.0f);

  gtk_widget_add_css_class (reason, "dim-label");
  gtk_label_set_wrap (GTK_LABEL (reason), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (reason), PANGO_WRAP_WORD_CHAR);
  gtk_grid_attach (grid, reason, 0, 1, 2, 1);
}

static void
describe_row (GtkWidget *row, const TvMultiFileMember *file)
{
  g_autofree char *uncertainty = file->is_synchronized ? dup_uncertainty (file) : NULL;
  g_autofree char *offset = file->is_synchronized ? dup_offset (file) : NULL;
  g_autofree char *label = file->is_synchronized
                               ? g_strdup_printf (_("%s: offset %s, %s"), file->name, offset,
                                                  uncertainty)
                               : g_strdup_printf (_("%s: cannot be opened together with the "
                                                    "others: %s"),
                                                  file->name, file->reason);

  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static GtkWidget *
new_swatch (guint index)
{
  const TvColor *color = tv_palette_get_color (index % TV_PALETTE_SIZE);
  g_autofree char *markup = g_strdup_printf (
      "<span foreground=\"#%02x%02x%02x\">■</span>", (guint) (color->red * 255.0 + 0.5),
      (guint) (color->green * 255.0 + 0.5), (guint) (color->blue * 255.0 + 0.5));
  GtkWidget *swatch = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (swatch), markup);
  gtk_widget_set_size_request (swatch, SWATCH_PX, -1);
  return swatch;
}

/**
 * tv_multi_file_row_new:
 * @file: a file
 * @index: index of the file, which determines the colour
 *
 * Returns: (transfer floating): a row of a list box
 */
GtkWidget *
tv_multi_file_row_new (const TvMultiFileMember *file, guint index)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *name = new_label (file->name, file->is_synchronized ? "heading" : "dim-label", 0.0f);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_tooltip_text (name, file->name);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_attach (GTK_GRID (grid), name, 0, 0, file->is_synchronized ? 1 : 2, 1);
  if (file->is_synchronized)
    {
      gtk_grid_insert_column (GTK_GRID (grid), 0);
      gtk_grid_attach (GTK_GRID (grid), new_swatch (index), 0, 0, 1, 1);
    }
  if (file->is_synchronized)
    fill_synchronized (GTK_GRID (grid), file);
  else
    fill_unsynchronized (GTK_GRID (grid), file);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), grid);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  describe_row (row, file);
  return row;
}
