/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/profile/profile-name-cell.h"

#include <glib/gi18n.h>

#include "ui/kit/open-menu.h"
#include "ui/kit/swatch.h"
#include "ui/views/profile/profile-text.h"

#define ARROW_PX 16
#define GAP_PX   6

/* How clearly to be seen what is beside the name. */
#define ARROW_ALPHA 0.75f
#define ASIDE_ALPHA 0.65f

#define PACKAGE_SCALE 0.88

/* What is narrower than this says nothing. */
#define MIN_ASIDE_PX 40

/* Where the arrow of a row of each kind begins. */
static const int indents_px[] = {
  [TV_PROFILE_ROW_METHOD] = 6,
  [TV_PROFILE_ROW_GROUP] = 26,
  [TV_PROFILE_ROW_SELF] = 44,
  [TV_PROFILE_ROW_EDGE] = 44,
};

static const char *const row_classes[] = { "method", "group", "parent", "child", "self", NULL };

/* It draws all its parts itself: a list makes some 200 of these at once. */
struct _TvProfileNameCell
{
  GtkWidget parent_instance;

  TvSession *session;
  TvTableRow *row;    /* (nullable) */
  TvProfileLine line; /* of that */
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

/* Whether it names a method, not a part of what is under one. */
static gboolean
is_of_symbol (const TvProfileLine *line)
{
  return line->kind == TV_PROFILE_ROW_METHOD || line->kind == TV_PROFILE_ROW_EDGE;
}

/* The widget of the whole row: cell ◀ column view's cell ◀ row. */
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
  /* A parent or child leads to its own row. */
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

/* A rank, to be as wide as any other: filled up with blanks that are as wide as digits. */
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
 * So names begin one below the other. The name gets its room first, then the signature; the package
 * goes first, and a name without enough room loses its middle.
 */

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

  *minimum = *natural = 0; /* the column has the width */
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      pango_layout_get_pixel_size (self->name, NULL, minimum);
      *natural = *minimum;
    }
}

/* A part of the cell that is drawn from left to right, or the other way round. */
typedef struct
{
  GtkSnapshot *snapshot;
  int width, height; /* of the cell */
  gboolean is_rtl;
  GdkRGBA color; /* of the name */
  int x;         /* where the next part begins, from the side that reading begins at */
} Drawing;

/* Returns: the left edge of the next part */
static int
take_room (Drawing *drawing, int width)
{
  int start = drawing->x;

  drawing->x += width;
  return drawing->is_rtl ? drawing->width - start - width : start;
}

static void
draw_arrow (TvProfileNameCell *self, Drawing *drawing)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  int x = take_room (drawing, ARROW_PX);
  GdkRGBA color = drawing->color;
  g_autoptr (GtkIconPaintable) icon = NULL;

  if (!has_arrow (&self->line))
    return;
  icon = gtk_icon_theme_lookup_icon (
      theme, tv_table_row_is_expanded (self->row) ? "pan-down-symbolic" : "pan-end-symbolic", NULL,
      ARROW_PX, gtk_widget_get_scale_factor (widget), gtk_widget_get_direction (widget), 0);
  color.alpha *= ARROW_ALPHA;
  gtk_snapshot_save (drawing->snapshot);
  gtk_snapshot_translate (
      drawing->snapshot,
      &GRAPHENE_POINT_INIT ((float) x, (float) ((drawing->height - ARROW_PX) / 2)));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), drawing->snapshot,
                                            ARROW_PX, ARROW_PX, &color, 1);
  gtk_snapshot_restore (drawing->snapshot);
}

/* Where colours tell nothing of a method, it has none. */
static void
draw_swatch (TvProfileNameCell *self, Drawing *drawing)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);
  int x = take_room (drawing, TV_SWATCH_WIDTH_PX);

  if (tv_coloring_has_symbols (coloring))
    tv_swatch_append (drawing->snapshot, x, (drawing->height - TV_SWATCH_HEIGHT_PX) / 2,
                      tv_coloring_get_symbol (coloring, self->line.symbol));
}

static int
get_width (PangoLayout *layout)
{
  int width;

  pango_layout_set_width (layout, -1);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Draws a text in a width that is not more than its own. */
static void
draw_text (Drawing *drawing, PangoLayout *layout, int width, float alpha)
{
  int x = take_room (drawing, width);
  GdkRGBA color = drawing->color;
  PangoRectangle text; /* in the layout's room, at whose right end it may be */

  if (width < get_width (layout))
    pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_get_pixel_extents (layout, NULL, &text);
  color.alpha *= alpha;
  gtk_snapshot_save (drawing->snapshot);
  gtk_snapshot_translate (
      drawing->snapshot,
      &GRAPHENE_POINT_INIT ((float) (x - text.x), (float) ((drawing->height - text.height) / 2)));
  gtk_snapshot_append_layout (drawing->snapshot, layout, &color);
  gtk_snapshot_restore (drawing->snapshot);
}

/* What stands behind the name, if there is room for it. Returns: the room that is left */
static int
draw_aside (Drawing *drawing, PangoLayout *layout, int room)
{
  int width = MIN (get_width (layout), room - GAP_PX);

  if (*pango_layout_get_text (layout) == '\0')
    return room;
  if (width < get_width (layout) && width < MIN_ASIDE_PX)
    return 0; /* nor for what comes after it */
  drawing->x += GAP_PX;
  draw_text (drawing, layout, width, ASIDE_ALPHA);
  return room - GAP_PX - width;
}

static void
tv_profile_name_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvProfileNameCell *self = TV_PROFILE_NAME_CELL (widget);
  Drawing drawing = { .snapshot = snapshot,
                      .width = gtk_widget_get_width (widget),
                      .height = gtk_widget_get_height (widget),
                      .is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL };
  int room, name;

  if (self->row == NULL)
    return;
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &drawing.color);
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
      draw_text (&drawing, self->rank, get_width (self->rank), ASIDE_ALPHA);
      drawing.x += GAP_PX;
    }
  room = MAX (drawing.width - drawing.x - GAP_PX, 1);
  name = MIN (get_width (self->name), room);
  draw_text (&drawing, self->name, name, 1.0f);
  room = draw_aside (&drawing, self->signature, room - name);
  draw_aside (&drawing, self->package, room);
}

/* ---- Object ---- */

/* A text set before it is asked for has GTK look for the pointer, once for every row. */
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
    /* Translators: a method, and what it is called in the file */
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

static PangoLayout *
make_layout (GtkWidget *widget, PangoEllipsizeMode ellipsize)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (widget, NULL);

  pango_layout_set_ellipsize (layout, ellipsize);
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  return layout;
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
  self->name = make_layout (widget, PANGO_ELLIPSIZE_MIDDLE);
  self->signature = make_layout (widget, PANGO_ELLIPSIZE_END);
  self->package = make_layout (widget, PANGO_ELLIPSIZE_END);
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

/* Shows a row, or nothing. */
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

/* Whether @x, in the cell's own coordinates, is where the arrow is, or before it. */
gboolean
tv_profile_name_cell_has_arrow_at (TvProfileNameCell *self, double x)
{
  g_return_val_if_fail (TV_IS_PROFILE_NAME_CELL (self), FALSE);

  return self->row != NULL && x < indents_px[self->line.kind] + ARROW_PX + 2;
}
