/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Name cell of a profile row. Created by profile-columns.c. The view asks the cell whether a click hit the arrow.
 * Side effect: sets a CSS class, the cursor and the accessible state of the whole row's widget, which belongs to the
 * list. */

#include "ui/views/profile/profile-name-cell.h"

#include <glib/gi18n.h>

#include "ui/kit/cell-drawing.h"
#include "ui/kit/open-menu.h"
#include "ui/kit/swatch.h"
#include "ui/views/profile/profile-text.h"

#define GAP_PX 6

#define PACKAGE_SCALE 0.88

/* x position of the arrow for each kind of row */
static const int indents_px[] = {
  [TV_PROFILE_ROW_METHOD] = 6,
  [TV_PROFILE_ROW_GROUP] = 26,
  [TV_PROFILE_ROW_SELF] = 44,
  [TV_PROFILE_ROW_EDGE] = 44,
};

static const char *const row_classes[] = { "method", "group", "parent", "child", "self", NULL };

/* The cell draws its content without child widgets, because a list creates about 200 cells at once. */
struct _TvProfileNameCell
{
  GtkWidget parent_instance;

  TvSession *session;
  TvTableRow *row;    /* (nullable) */
  TvProfileLine line; /* line of @row */
  gulong expanded_id;
  PangoLayout *rank;
  PangoLayout *name;
  PangoLayout *signature;
  PangoLayout *package;
};

G_DEFINE_FINAL_TYPE (TvProfileNameCell, tv_profile_name_cell, GTK_TYPE_WIDGET)

static gboolean
has_arrow (const TvProfileLine *line)
{
  return line->kind == TV_PROFILE_ROW_METHOD || line->kind == TV_PROFILE_ROW_GROUP;
}

/* Returns whether the row is for a method, in contrast to a heading or the row “self”. */
static gboolean
is_of_symbol (const TvProfileLine *line)
{
  return line->kind == TV_PROFILE_ROW_METHOD || line->kind == TV_PROFILE_ROW_EDGE;
}

/* Returns: (nullable): the widget of the whole row, which is the grandparent of the cell */
static GtkWidget *
get_row_widget (TvProfileNameCell *self)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));

  return cell != NULL ? gtk_widget_get_parent (cell) : NULL;
}

static void
update_arrow (TvProfileNameCell *self)
{
  GtkWidget *row_widget = get_row_widget (self);

  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (row_widget == NULL)
    return;
  if (has_arrow (&self->line))
    gtk_accessible_update_state (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 tv_table_row_is_expanded (self->row), -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_STATE_EXPANDED);
}

static const char *
get_row_class (const TvProfileLine *line)
{
  switch (line->kind)
    {
    case TV_PROFILE_ROW_GROUP:
      return "group";
    case TV_PROFILE_ROW_SELF:
      return "self";
    case TV_PROFILE_ROW_EDGE:
      return line->group == TV_PROFILE_PARENTS || line->group == TV_PROFILE_PARENTS_RECURSIVE
                 ? "parent"
                 : "child";
    case TV_PROFILE_ROW_METHOD:
    default:
      return "method";
    }
}

static void
update_row_class (TvProfileNameCell *self)
{
  GtkWidget *row_widget = get_row_widget (self);
  const char *row_class = get_row_class (&self->line);

  if (row_widget == NULL)
    return;
  for (guint i = 0; row_classes[i] != NULL; i++)
    if (!g_str_equal (row_classes[i], row_class))
      gtk_widget_remove_css_class (row_widget, row_classes[i]);
  gtk_widget_add_css_class (row_widget, row_class);
  /* A click on a parent or child goes to that method's own row. */
  gtk_widget_set_cursor_from_name (row_widget,
                                   self->line.kind == TV_PROFILE_ROW_EDGE ? "pointer" : NULL);
}

static guint
count_digits (guint32 number)
{
  guint n = 1;

  for (; number >= 10; number /= 10)
    n++;
  return n;
}

/* Returns the rank of the method, padded with figure spaces to the width of the highest rank; an empty string if
 * there is none. */
static char *
dup_rank (TvProfileNameCell *self)
{
  TvRanking *ranking = tv_session_get_ranking (self->session);
  guint32 rank = is_of_symbol (&self->line) ? tv_ranking_get_rank (ranking, self->line.symbol)
                                            : TV_NONE;
  GString *text = g_string_new (NULL);

  if (rank == TV_NONE)
    return g_string_free (text, FALSE);
  for (guint n = count_digits (rank); n < count_digits (tv_ranking_get_n (ranking)); n++)
    g_string_append (text, "\u2007");
  g_string_append_printf (text, "%u", rank);
  return g_string_free (text, FALSE);
}

static void
update_name (TvProfileNameCell *self)
{
  g_autofree char *rank = dup_rank (self);
  g_autofree char *package = tv_profile_text_dup_package (&self->line);
  g_autofree char *signature = tv_profile_text_dup_signature (&self->line);
  g_autofree char *markup = tv_profile_text_dup_markup (&self->line);

  pango_layout_set_text (self->rank, rank, -1);
  pango_layout_set_text (self->package, package, -1);
  pango_layout_set_text (self->signature, signature, -1);
  pango_layout_set_markup (self->name, markup, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Drawing ----
 *
 *   indent  arrow  swatch  rank  Class.method  (signature)  package
 *
 * Names are aligned. If there is not enough space, the package is hidden first, then the signature. If the name
 * itself does not fit, it is ellipsized in the middle. */

static void
tv_profile_name_cell_measure (GtkWidget *widget,
                              GtkOrientation orientation,
                              int for_size,
                              int *minimum,
                              int *natural,
                              int *minimum_baseline,
                              int *natural_baseline)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (widget);

  *minimum = *natural = 0; /* the column determines the width of the cell */
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      pango_layout_get_pixel_size (self->name, NULL, minimum);
      *natural = *minimum;
    }
}

static void
draw_arrow (TvProfileNameCell *self, TvCellDrawing *drawing)
{
  if (has_arrow (&self->line))
    tv_cell_drawing_arrow (drawing, GTK_WIDGET (self), tv_table_row_is_expanded (self->row));
  else
    tv_cell_drawing_take (drawing, TV_CELL_ARROW_PX);
}

/* Draws the colour of the method, unless the session colours by thread or duration. */
static void
draw_swatch (TvProfileNameCell *self, TvCellDrawing *drawing)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);
  int x = tv_cell_drawing_take (drawing, TV_SWATCH_WIDTH_PX);

  if (tv_coloring_has_symbols (coloring))
    tv_swatch_append (drawing->snapshot, x, (drawing->height - TV_SWATCH_HEIGHT_PX) / 2,
                      tv_coloring_get_symbol (coloring, self->line.symbol));
}

static void
tv_profile_name_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (widget);
  TvCellDrawing drawing;
  int space, name;

  if (self->row == NULL)
    return;
  tv_cell_drawing_init (&drawing, widget, snapshot);
  drawing.x = indents_px[self->line.kind];
  draw_arrow (self, &drawing);
  drawing.x += GAP_PX;
  if (is_of_symbol (&self->line))
    {
      draw_swatch (self, &drawing);
      drawing.x += GAP_PX;
    }
  if (*pango_layout_get_text (self->rank) != '\0')
    {
      tv_cell_drawing_text (&drawing, self->rank, tv_cell_layout_get_width (self->rank),
                            TV_CELL_ASIDE_ALPHA);
      drawing.x += GAP_PX;
    }
  space = MAX (drawing.width - drawing.x - GAP_PX, 1);
  name = MIN (tv_cell_layout_get_width (self->name), space);
  tv_cell_drawing_text (&drawing, self->name, name, 1.0f);
  space = tv_cell_drawing_aside (&drawing, self->signature, GAP_PX, space - name);
  tv_cell_drawing_aside (&drawing, self->package, GAP_PX, space);
}

/* ---- Object ---- */

/* Sets the tooltip only when it is requested, because setting a tooltip text on each row makes GTK look up the
 * pointer each time. */
static gboolean
tv_profile_name_cell_query_tooltip (GtkWidget *widget,
                                    int x,
                                    int y,
                                    gboolean is_by_keyboard,
                                    GtkTooltip *tooltip)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (widget);
  g_autofree char *name = NULL;
  g_autofree char *raw_name = NULL;
  g_autofree char *both = NULL;

  if (self->row == NULL || !is_of_symbol (&self->line) || tv_open_menu_is_around (widget))
    return FALSE;
  name = tv_profile_text_dup_name (&self->line);
  raw_name = tv_profile_text_dup_raw_name (&self->line);
  if (raw_name != NULL)
    /* Translators: name of a method; its name in the file */
    both = g_strdup_printf (_("%s\nIn the file: %s"), name, raw_name);
  gtk_tooltip_set_text (tooltip, both != NULL ? both : name);
  return TRUE;
}

static void
tv_profile_name_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (widget);

  GTK_WIDGET_CLASS (tv_profile_name_cell_parent_class)->css_changed (widget, change);
  pango_layout_context_changed (self->rank);
  pango_layout_context_changed (self->signature);
  pango_layout_context_changed (self->package);
  pango_layout_context_changed (self->name);
  gtk_widget_queue_resize (widget);
}

static void
tv_profile_name_cell_dispose (GObject *object)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (object);

  tv_profile_name_cell_set_row (self, NULL);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_profile_name_cell_parent_class)->dispose (object);
}

static void
tv_profile_name_cell_finalize (GObject *object)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (object);

  g_clear_object (&self->rank);
  g_clear_object (&self->signature);
  g_clear_object (&self->package);
  g_clear_object (&self->name);
  G_OBJECT_CLASS (tv_profile_name_cell_parent_class)->finalize (object);
}

static void
tv_profile_name_cell_class_init (TvProfileNameCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_profile_name_cell_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_profile_name_cell_finalize;
  widget_class->measure = tv_profile_name_cell_measure;
  widget_class->snapshot = tv_profile_name_cell_snapshot;
  widget_class->query_tooltip = tv_profile_name_cell_query_tooltip;
  widget_class->css_changed = tv_profile_name_cell_css_changed;
  gtk_widget_class_set_css_name (widget_class, "namecell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_profile_name_cell_init (TvProfileNameCell *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  g_autoptr (PangoAttrList) small = pango_attr_list_new ();

  self->rank = gtk_widget_create_pango_layout (widget, NULL);
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (self->rank, attributes);
  self->name = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_MIDDLE);
  self->signature = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_END);
  self->package = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_END);
  pango_attr_list_insert (small, pango_attr_scale_new (PACKAGE_SCALE));
  pango_layout_set_attributes (self->package, small);
  gtk_widget_set_has_tooltip (widget, TRUE);
}

GtkWidget *
tv_profile_name_cell_new (TvSession *session)
{
  TvProfileNameCell *self = g_object_new (TV_TYPE_PROFILE_NAME_CELL, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::colour-by", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/* Sets the row; %NULL clears the cell. */
void
tv_profile_name_cell_set_row (TvProfileNameCell *self, TvTableRow *row)
{
  g_return_if_fail (TV_IS_PROFILE_NAME_CELL (self));

  g_clear_signal_handler (&self->expanded_id, self->row);
  g_set_object (&self->row, row);
  if (row == NULL)
    return;

  tv_profile_line_get (tv_table_row_get_table (row), tv_table_row_get_row (row), &self->line);
  self->expanded_id = g_signal_connect_swapped (row, "notify::is-expanded",
                                                G_CALLBACK (update_arrow), self);
  update_name (self);
  update_arrow (self);
  update_row_class (self);
}

/* Returns whether @x, in coordinates of the cell, is on or before the arrow. */
gboolean
tv_profile_name_cell_has_arrow_at (TvProfileNameCell *self, double x)
{
  g_return_val_if_fail (TV_IS_PROFILE_NAME_CELL (self), FALSE);

  return self->row != NULL && x < indents_px[self->line.kind] + TV_CELL_ARROW_PX + 2;
}
