/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bar of inclusive and exclusive values. A cell of a column in call-columns.c. Copies both values when its row is
 * set. */

#include "ui/views/call-tree/heat-cell.h"

#include "ui/views/call-tree/call-rows-table.h"

#define BAR_PX    120
#define HEIGHT_PX 12
#define CORNER_PX 2.0f
#define MIN_PART  0.5f /* minimum width of a bar, in px; narrower bars are not drawn */
#define START_PX  10

struct _TvHeatCell
{
  GtkWidget parent_instance;

  double total, self; /* inclusive and exclusive value, as fractions of the tree's total */
};

G_DEFINE_FINAL_TYPE (TvHeatCell, tv_heat_cell, GTK_TYPE_WIDGET)

static void
tv_heat_cell_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT_PX : 0;
}

static void
draw_part (GtkWidget *widget, GtkSnapshot *snapshot, float y, double share, const char *color_name)
{
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  float width = BAR_PX * (float) CLAMP (share, 0.0, 1.0);
  float x = is_rtl ? (float) (gtk_widget_get_width (widget) - START_PX) - width : START_PX;
  GdkRGBA color;

  if (width >= MIN_PART &&
      gtk_style_context_lookup_color (gtk_widget_get_style_context (widget), color_name, &color))
    gtk_snapshot_append_color (snapshot, &color,
                               &GRAPHENE_RECT_INIT (x, y, MAX (width, 1.0f), HEIGHT_PX));
}

static void
tv_heat_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvHeatCell *self = TV_HEAT_CELL (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  float x = is_rtl ? (float) (gtk_widget_get_width (widget) - START_PX - BAR_PX) : START_PX;
  float y = (float) ((gtk_widget_get_height (widget) - HEIGHT_PX) / 2);
  GskRoundedRect outline;

  gsk_rounded_rect_init_from_rect (&outline, &GRAPHENE_RECT_INIT (x, y, BAR_PX, HEIGHT_PX),
                                   CORNER_PX);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  draw_part (widget, snapshot, y, 1.0, "tv_heat_track");
  draw_part (widget, snapshot, y, self->total, "tv_heat_total");
  draw_part (widget, snapshot, y, self->self, "tv_heat_self");
  gtk_snapshot_pop (snapshot);
}

static void
tv_heat_cell_class_init (TvHeatCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = tv_heat_cell_measure;
  widget_class->snapshot = tv_heat_cell_snapshot;
  gtk_widget_class_set_css_name (widget_class, "heatcell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_heat_cell_init (TvHeatCell *self)
{
}

GtkWidget *
tv_heat_cell_new (void)
{
  return g_object_new (TV_TYPE_HEAT_CELL, NULL);
}

/* Sets the row whose inclusive and exclusive value the bar shows; %NULL changes nothing. */
void
tv_heat_cell_set_row (TvHeatCell *self, TvTableRow *row)
{
  TvCallRowsTable *table;

  g_return_if_fail (TV_IS_HEAT_CELL (self));

  if (row == NULL)
    return;
  table = TV_CALL_ROWS_TABLE (tv_table_row_get_table (row));
  self->total = tv_call_rows_table_get_percent (table, tv_table_row_get_row (row), FALSE) / 100.0;
  self->self = tv_call_rows_table_get_percent (table, tv_table_row_get_row (row), TRUE) / 100.0;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
