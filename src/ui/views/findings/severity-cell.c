/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Sign and name of a severity. Used in the list and the header of findings-view.c. Stores only the severity. */

#include "ui/views/findings/severity-cell.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#define SIGN_PX 14
#define GAP_PX  6

struct _TvSeverityCell
{
  GtkWidget parent_instance;

  TvRuleSeverity severity;
  GtkWidget *label;
};

G_DEFINE_FINAL_TYPE (TvSeverityCell, tv_severity_cell, GTK_TYPE_WIDGET)

/* Colours on a light and on a dark background */
static const GdkRGBA colors[TV_N_RULE_SEVERITIES][2] = {
  [TV_RULE_HINT] = { { 0.46f, 0.46f, 0.49f, 1.0f }, { 0.64f, 0.64f, 0.67f, 1.0f } },
  [TV_RULE_WARNING] = { { 0.78f, 0.49f, 0.06f, 1.0f }, { 0.92f, 0.67f, 0.26f, 1.0f } },
  [TV_RULE_ERROR] = { { 0.85f, 0.25f, 0.23f, 1.0f }, { 0.94f, 0.39f, 0.36f, 1.0f } },
};

static void
draw_outline (cairo_t *cr, TvRuleSeverity severity)
{
  switch (severity)
    {
    case TV_RULE_ERROR:
      cairo_arc (cr, SIGN_PX / 2.0, SIGN_PX / 2.0, SIGN_PX / 2.0, 0.0, 2.0 * G_PI);
      break;
    case TV_RULE_WARNING:
      cairo_move_to (cr, SIGN_PX / 2.0, 0.5);
      cairo_line_to (cr, SIGN_PX, SIGN_PX - 0.5);
      cairo_line_to (cr, 0.0, SIGN_PX - 0.5);
      cairo_close_path (cr);
      break;
    case TV_RULE_HINT:
    case TV_N_RULE_SEVERITIES:
    default:
      cairo_rectangle (cr, 0.5, 0.5, SIGN_PX - 1.0, SIGN_PX - 1.0);
      break;
    }
}

/* Adds the strokes of “!” (for hints, “i”) to the path. */
static void
draw_letter (cairo_t *cr, TvRuleSeverity severity)
{
  double dot = severity == TV_RULE_HINT ? 3.0 : 10.0;
  double stroke = severity == TV_RULE_HINT ? 6.0 : severity == TV_RULE_ERROR ? 3.0 : 5.0;

  cairo_rectangle (cr, SIGN_PX / 2.0 - 1.0, stroke, 2.0, severity == TV_RULE_ERROR ? 5.5 : 4.5);
  cairo_rectangle (cr, SIGN_PX / 2.0 - 1.0, dot, 2.0, 2.0);
}

static void
tv_severity_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvSeverityCell *self = TV_SEVERITY_CELL (widget);
  gboolean is_dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  gboolean is_mirrored = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  float x = is_mirrored ? (float) (gtk_widget_get_width (widget) - SIGN_PX) : 0.0f;
  float y = (float) ((gtk_widget_get_height (widget) - SIGN_PX) / 2);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (x, y, SIGN_PX, SIGN_PX));

  cairo_translate (cr, (double) x, (double) y);
  draw_outline (cr, self->severity);
  gdk_cairo_set_source_rgba (cr, &colors[self->severity][is_dark]);
  cairo_fill (cr);
  draw_letter (cr, self->severity);
  cairo_set_source_rgb (cr, is_dark ? 0.1 : 1.0, is_dark ? 0.1 : 1.0, is_dark ? 0.1 : 1.0);
  cairo_fill (cr);
  cairo_destroy (cr);
  gtk_widget_snapshot_child (widget, self->label, snapshot);
}

static void
tv_severity_cell_dispose (GObject *object)
{
  g_clear_pointer (&TV_SEVERITY_CELL (object)->label, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_severity_cell_parent_class)->dispose (object);
}

static void
tv_severity_cell_class_init (TvSeverityCellClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_severity_cell_dispose;
  GTK_WIDGET_CLASS (klass)->snapshot = tv_severity_cell_snapshot;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static void
tv_severity_cell_init (TvSeverityCell *self)
{
  self->label = gtk_label_new (NULL);
  gtk_widget_set_margin_start (self->label, SIGN_PX + GAP_PX);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0.0f);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
tv_severity_cell_new (void)
{
  return g_object_new (TV_TYPE_SEVERITY_CELL, NULL);
}

void
tv_severity_cell_set_severity (TvSeverityCell *self, TvRuleSeverity severity)
{
  g_return_if_fail (TV_IS_SEVERITY_CELL (self));
  g_return_if_fail (severity < TV_N_RULE_SEVERITIES);

  self->severity = severity;
  gtk_label_set_text (GTK_LABEL (self->label), tv_severity_get_label (severity));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns: the translated name of a severity */
const char *
tv_severity_get_label (TvRuleSeverity severity)
{
  static const char *const labels[TV_N_RULE_SEVERITIES] = { N_("Hint"), N_("Warning"),
                                                            N_("Error") };

  return _ (labels[severity]);
}
