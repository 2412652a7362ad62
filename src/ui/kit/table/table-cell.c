/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Created and filled by table-columns.c, one per row widget and column. Draws text with a #PangoLayout instead of
 * child widgets. Owns a copy of the text. */

#include "ui/kit/table/table-cell.h"

#include "ui/kit/gtk48/row-labels.h"
#include "ui/kit/open-menu.h"

#include <string.h>

#define FIGURE_END_PX 12
#define TEXT_EDGE_PX  6
#define SPOT_PX       9
#define SPOT_GAP_PX   7
#define BAR_LENGTH_PX 36 /* maximum length of a bar */
#define BAR_HEIGHT_PX 6

#define MAX_TEXT 4000 /* maximum length of displayed text in bytes */

struct _TvTableCell
{
  GtkWidget parent_instance;

  gboolean is_figure;
  gboolean has_bar; /* whether space for a bar is reserved */
  double share;     /* length of the bar, 0 … 1; negative if there is no bar */
  gboolean is_strong;
  gboolean has_color;
  GdkRGBA color;
  PangoLayout *layout;
};

G_DEFINE_FINAL_TYPE (TvTableCell, tv_table_cell, GTK_TYPE_WIDGET)

/* Returns the distance in px from the start edge to the text. */
static int
get_text_start (TvTableCell *self)
{
  return TEXT_EDGE_PX + (self->has_color ? SPOT_PX + SPOT_GAP_PX : 0);
}

/* Returns the distance in px from the text to the end edge. */
static int
get_text_end (TvTableCell *self)
{
  int end = self->is_figure ? FIGURE_END_PX : TEXT_EDGE_PX;

  return self->has_bar ? end + TV_TABLE_CELL_BAR_PX : end;
}

static void
tv_table_cell_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  TvTableCell *self = TV_TABLE_CELL (widget);
  int height;

  pango_layout_get_pixel_size (self->layout, NULL, &height);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    *minimum = *natural = height;
  else
    *minimum = *natural = get_text_start (self) +
                          TEXT_EDGE_PX; /* the column determines the width */
}

static void
update_text_width (TvTableCell *self)
{
  int end = get_text_end (self);
  int space = gtk_widget_get_width (GTK_WIDGET (self)) - get_text_start (self) - end;

  pango_layout_set_width (self->layout, MAX (space, 0) * PANGO_SCALE);
}

static void
tv_table_cell_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  update_text_width (TV_TABLE_CELL (widget));
}

static void
draw_bar (TvTableCell *self, GtkSnapshot *snapshot, int width, int height, gboolean is_rtl)
{
  float bar = BAR_LENGTH_PX * (float) CLAMP (self->share, 0.0, 1.0);
  float x = (float) (width - FIGURE_END_PX - BAR_LENGTH_PX);
  float y = (float) ((height - BAR_HEIGHT_PX) / 2);
  GskRoundedRect outline;
  GdkRGBA color;

  if (bar < 0.5f || !gtk_style_context_lookup_color (
                        gtk_widget_get_style_context (GTK_WIDGET (self)), "tv_share", &color))
    return;
  if (is_rtl)
    x = (float) (FIGURE_END_PX + BAR_LENGTH_PX) - bar;
  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT (x, y, MAX (bar, 1.0f), BAR_HEIGHT_PX),
                                   bar > 4.0f ? 2.0f : 0.0f);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &color, &outline.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
draw_spot (TvTableCell *self, GtkSnapshot *snapshot, int width, int height, gboolean is_rtl)
{
  GskRoundedRect outline;
  float x = is_rtl ? (float) (width - TEXT_EDGE_PX - SPOT_PX) : TEXT_EDGE_PX;

  gsk_rounded_rect_init_from_rect (
      &outline, &GRAPHENE_RECT_INIT (x, (float) ((height - SPOT_PX) / 2), SPOT_PX, SPOT_PX), 2.0f);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &self->color, &outline.bounds);
  gtk_snapshot_pop (snapshot);
}

static void
tv_table_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvTableCell *self = TV_TABLE_CELL (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  PangoRectangle text; /* extents within the layout; right-to-left text is aligned to the right */
  GdkRGBA color;
  int x;

  if (self->has_bar && self->share >= 0.0)
    draw_bar (self, snapshot, width, height, is_rtl);
  if (self->has_color)
    draw_spot (self, snapshot, width, height, is_rtl);

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  pango_layout_get_pixel_extents (self->layout, NULL, &text);
  if (self->is_figure)
    x = is_rtl ? get_text_end (self) : width - get_text_end (self) - text.width;
  else
    x = is_rtl ? width - get_text_start (self) - text.width : get_text_start (self);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT ((float) (x - text.x), (float) ((height - text.height) / 2)));
  gtk_snapshot_append_layout (snapshot, self->layout, &color);
  gtk_snapshot_restore (snapshot);
}

static gboolean
tv_table_cell_query_tooltip (GtkWidget *widget,
                             int x,
                             int y,
                             gboolean is_by_keyboard,
                             GtkTooltip *tooltip)
{
  TvTableCell *self = TV_TABLE_CELL (widget);

  if (!tv_table_cell_is_cut (self) || tv_open_menu_is_around (widget))
    return FALSE;
  gtk_tooltip_set_text (tooltip, pango_layout_get_text (self->layout));
  return TRUE;
}

static void
tv_table_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tv_table_cell_parent_class)->css_changed (widget, change);
  pango_layout_context_changed (TV_TABLE_CELL (widget)->layout);
  gtk_widget_queue_resize (widget);
}

static void
tv_table_cell_finalize (GObject *object)
{
  g_clear_object (&TV_TABLE_CELL (object)->layout);
  G_OBJECT_CLASS (tv_table_cell_parent_class)->finalize (object);
}

static void
tv_table_cell_class_init (TvTableCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_table_cell_finalize;
  widget_class->measure = tv_table_cell_measure;
  widget_class->size_allocate = tv_table_cell_size_allocate;
  widget_class->snapshot = tv_table_cell_snapshot;
  widget_class->query_tooltip = tv_table_cell_query_tooltip;
  widget_class->css_changed = tv_table_cell_css_changed;
  gtk_widget_class_set_css_name (widget_class, "tablecell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
update_attributes (TvTableCell *self)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  if (self->is_strong)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (self->layout, attributes);
}

static void
tv_table_cell_init (TvTableCell *self)
{
  self->share = -1.0;
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);
  update_attributes (self);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
tv_table_cell_new (gboolean is_figure)
{
  TvTableCell *self = g_object_new (TV_TYPE_TABLE_CELL, NULL);

  self->is_figure = is_figure;
  if (is_figure)
    gtk_widget_add_css_class (GTK_WIDGET (self), "figure");
  return GTK_WIDGET (self);
}

/* Truncates long text: the layout of a log line of several megabytes would take seconds. Returns: (transfer full)
 * (nullable): the truncated text; NULL if @text is short enough */
static char *
cut_long_text (const char *text)
{
  const char *end;

  if (strnlen (text, MAX_TEXT + 1) <= MAX_TEXT)
    return NULL;
  end = g_utf8_find_prev_char (text, text + MAX_TEXT);
  return g_strdup_printf ("%.*s…", (int) (end - text), text);
}

/* Sets the text of the cell. @text: (nullable) */
void
tv_table_cell_set_text (TvTableCell *self, const char *text)
{
  g_autofree char *shown = NULL;

  g_return_if_fail (TV_IS_TABLE_CELL (self));

  if (text == NULL)
    text = "";
  shown = cut_long_text (text);
  if (shown != NULL)
    text = shown;
  pango_layout_set_text (self->layout, text, -1);
  tv_row_labels_set_cell (GTK_WIDGET (self), text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Sets whether space for a bar is reserved after the number. */
void
tv_table_cell_set_has_bar (TvTableCell *self, gboolean has_bar)
{
  g_return_if_fail (TV_IS_TABLE_CELL (self));

  self->has_bar = has_bar;
  update_text_width (self);
}

/* Sets the length of the bar, 0 … 1; negative for no bar. */
void
tv_table_cell_set_share (TvTableCell *self, double share)
{
  g_return_if_fail (TV_IS_TABLE_CELL (self));

  self->share = share;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Sets the colour of the spot before the text. @color: (nullable): NULL for no spot */
void
tv_table_cell_set_color (TvTableCell *self, const GdkRGBA *color)
{
  g_return_if_fail (TV_IS_TABLE_CELL (self));

  self->has_color = color != NULL;
  if (color != NULL)
    self->color = *color;
  update_text_width (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Sets whether the text is bold. */
void
tv_table_cell_set_strong (TvTableCell *self, gboolean is_strong)
{
  g_return_if_fail (TV_IS_TABLE_CELL (self));

  if (self->is_strong == is_strong)
    return;
  self->is_strong = is_strong;
  update_attributes (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Sets whether the text is dimmed. */
void
tv_table_cell_set_dim (TvTableCell *self, gboolean is_dim)
{
  g_return_if_fail (TV_IS_TABLE_CELL (self));

  if (is_dim)
    gtk_widget_add_css_class (GTK_WIDGET (self), "dim");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "dim");
}

/* Returns whether the cell's text is ellipsized. */
gboolean
tv_table_cell_is_cut (TvTableCell *self)
{
  g_return_val_if_fail (TV_IS_TABLE_CELL (self), FALSE);
  return pango_layout_is_ellipsized (self->layout);
}
