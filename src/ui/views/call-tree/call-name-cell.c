/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Name cell of a call tree row, with indentation, arrow and the frames that share the row. Created by call-columns.c.
 * The pane calls tv_call_name_cell_has_arrow_at() and tv_call_name_cell_has_frames_at() to find out which part was
 * clicked. The cell reads the TvCallRows of its row, and never expands rows itself. */

#include "ui/views/call-tree/call-name-cell.h"

#include <glib/gi18n.h>

#include "paint/kit/frame-labels.h"
#include "ui/kit/cell-drawing.h"
#include "ui/kit/number-format.h"
#include "ui/kit/open-menu.h"
#include "ui/kit/swatch.h"
#include "ui/kit/symbol-text.h"
#include "ui/views/call-tree/call-rows-table.h"

#define EDGE_PX  8
#define LEVEL_PX 18
#define GAP_PX   6
#define ASIDE_PX 10

#define HAIRLINE_ALPHA 0.13f

struct _TvCallNameCell
{
  GtkWidget parent_instance;

  TvSession *session;
  TvTableRow *row; /* (nullable) */
  gulong expanded_id;
  TvCallName name; /* name of @row */
  guint level;
  gboolean has_arrow;
  PangoLayout *number; /* number of the level, drawn if there is not enough space to indent it */
  PangoLayout *letter; /* letter for the kind of code */
  PangoLayout *text;
  PangoLayout *inlined; /* label “inlined”, or empty */
  PangoLayout *frames;
  int frames_start, frames_end; /* x positions between which @frames was drawn, in px */
};

G_DEFINE_FINAL_TYPE (TvCallNameCell, tv_call_name_cell, GTK_TYPE_WIDGET)

/* Returns: (nullable): the widget of the whole row, which is the grandparent of the cell */
static GtkWidget *
get_row_widget (TvCallNameCell *self)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));

  return cell != NULL ? gtk_widget_get_parent (cell) : NULL;
}

static void
update_arrow (TvCallNameCell *self)
{
  GtkWidget *row_widget = get_row_widget (self);

  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (row_widget == NULL)
    return;
  gtk_accessible_update_property (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_PROPERTY_LEVEL,
                                  (int) self->level + 1, -1);
  if (self->has_arrow)
    gtk_accessible_update_state (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 tv_table_row_is_expanded (self->row), -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_STATE_EXPANDED);
}

/* ---- Strings ---- */

static char *
dup_markup (TvCallNameCell *self, TvCallTree *tree)
{
  g_autofree char *text = NULL;

  if (tv_call_name_get_symbol (self->name) != TV_NONE)
    return tv_symbol_text_dup_markup (tv_session_get_profile (self->session), self->name);
  text = tv_call_tree_dup_name (tree, self->name);
  return g_markup_escape_text (text, -1);
}

static char *
dup_short (TvCallNameCell *self, TvCallTree *tree, TvCallName name)
{
  if (tv_call_name_get_symbol (name) != TV_NONE)
    return tv_symbol_text_dup_short (tv_session_get_profile (self->session), name);
  return tv_call_tree_dup_name (tree, name);
}

/* Returns: (transfer full) (nullable): phrase with the outermost of the outer frames that share the row, and with
 * their number; %NULL if there are none */
static char *
dup_frames (TvCallNameCell *self, const TvCallRows *rows, guint32 node)
{
  guint32 outermost = TV_NONE, parent = tv_call_rows_get_parent (rows, node);
  guint n = tv_call_rows_get_n_folded (rows, node, &outermost);
  gboolean is_top;
  g_autofree char *name = NULL;
  g_autofree char *count = tv_format_count (n);

  if (n == 0)
    return NULL;
  is_top = parent == TV_NONE ||
           tv_call_name_get_kind (tv_call_rows_get_node (rows, parent)->name) == TV_CALL_THREAD;
  name = dup_short (self, tv_call_rows_get_tree (rows),
                    tv_call_rows_get_node (rows, outermost)->name);
  if (n == 1 && is_top)
    /* Translators: shown after the name of a method; %s calls it and is the outermost method of the stack */
    return g_strdup_printf (_("below %s"), name);
  if (n == 1)
    /* Translators: shown after the name of a method; %s calls it, and the method in the parent row calls %s */
    return g_strdup_printf (_("through %s"), name);
  if (is_top)
    return g_strdup_printf (ngettext ("below %s, %s frame", "below %s, %s frames", n), name, count);
  return g_strdup_printf (ngettext ("through %s, %s frame", "through %s, %s frames", n), name,
                          count);
}

/* Returns the kind of code of the row's function. */
static TvFrameKind
get_kind (TvCallNameCell *self)
{
  TvCallRowsTable *table = TV_CALL_ROWS_TABLE (tv_table_row_get_table (self->row));
  TvCallTree *tree = tv_call_rows_get_tree (tv_call_rows_table_get_rows (table));

  return tv_call_paths_get_kind (tv_call_tree_get_paths (tree), self->name);
}

/* Returns: (nullable): source location of the row's function, from sampled stacks */
static const TvSourceLocation *
get_location (TvCallNameCell *self)
{
  TvCallRowsTable *table = TV_CALL_ROWS_TABLE (tv_table_row_get_table (self->row));
  TvCallTree *tree = tv_call_rows_get_tree (tv_call_rows_table_get_rows (table));

  return tv_call_paths_get_source_location (tv_call_tree_get_paths (tree), self->name);
}

static void
update_texts (TvCallNameCell *self)
{
  TvCallRowsTable *table = TV_CALL_ROWS_TABLE (tv_table_row_get_table (self->row));
  const TvCallRows *rows = tv_call_rows_table_get_rows (table);
  guint32 node = tv_table_row_get_row (self->row);
  g_autofree char *markup = NULL;
  g_autofree char *frames = NULL;
  g_autofree char *number = NULL;
  const TvSourceLocation *location;

  self->name = tv_call_rows_get_node (rows, node)->name;
  self->level = tv_call_rows_get_level (rows, node);
  self->has_arrow = tv_call_rows_has_children (rows, node);
  markup = dup_markup (self, tv_call_rows_get_tree (rows));
  frames = dup_frames (self, rows, node);
  location = get_location (self);
  pango_layout_set_text (self->inlined,
                         location != NULL && location->is_inlined ? _("inlined") : "", -1);
  number = g_strdup_printf ("%u", self->level + 1);
  pango_layout_set_markup (self->text, markup, -1);
  pango_layout_set_text (self->frames, frames != NULL ? frames : "", -1);
  pango_layout_set_text (self->number, number, -1);
  pango_layout_set_text (self->letter, tv_frame_labels_get_letter (get_kind (self)), -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Drawing ---- */

static void
tv_call_name_cell_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  TvCallNameCell *self = TV_CALL_NAME_CELL (widget);

  *minimum = *natural = 0; /* the column determines the width of the cell */
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      pango_layout_get_pixel_size (self->text, NULL, minimum);
      *natural = *minimum;
    }
}

/* Returns the number of levels by which to indent the row. The indentation takes at most half of the cell. */
static guint
get_indent (TvCallNameCell *self)
{
  int max = (gtk_widget_get_width (GTK_WIDGET (self)) / 2 - EDGE_PX) / LEVEL_PX;

  return MIN (self->level, (guint) MAX (max, 0));
}

static void
draw_hairlines (TvCallNameCell *self, TvCellDrawing *drawing)
{
  GdkRGBA color = drawing->color;

  color.alpha *= HAIRLINE_ALPHA;
  for (guint i = 0; i < get_indent (self); i++)
    {
      int x = tv_cell_drawing_take (drawing, LEVEL_PX);

      x += drawing->is_rtl ? LEVEL_PX - TV_CELL_ARROW_PX / 2 - 1 : TV_CELL_ARROW_PX / 2;
      gtk_snapshot_append_color (
          drawing->snapshot, &color,
          &GRAPHENE_RECT_INIT ((float) x, 0.0f, 1.0f, (float) drawing->height));
    }
}

static void
draw_swatch (TvCallNameCell *self, TvCellDrawing *drawing)
{
  TvColoring *coloring = tv_session_get_coloring (self->session);
  guint32 symbol = tv_call_name_get_symbol (self->name);

  if (symbol == TV_NONE || !tv_coloring_has_symbols (coloring))
    return;
  tv_swatch_append (drawing->snapshot, tv_cell_drawing_take (drawing, TV_SWATCH_WIDTH_PX),
                    (drawing->height - TV_SWATCH_HEIGHT_PX) / 2,
                    tv_coloring_get_symbol (coloring, symbol));
  drawing->x += GAP_PX;
}

static void
tv_call_name_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvCallNameCell *self = TV_CALL_NAME_CELL (widget);
  TvCellDrawing drawing;
  int space, width;

  if (self->row == NULL)
    return;
  tv_cell_drawing_init (&drawing, widget, snapshot);
  drawing.x = EDGE_PX;
  draw_hairlines (self, &drawing);
  if (self->has_arrow)
    tv_cell_drawing_arrow (&drawing, widget, tv_table_row_is_expanded (self->row));
  else
    tv_cell_drawing_take (&drawing, TV_CELL_ARROW_PX);
  drawing.x += GAP_PX;
  draw_swatch (self, &drawing);
  if (get_indent (self) < self->level)
    {
      tv_cell_drawing_text (&drawing, self->number, tv_cell_layout_get_width (self->number),
                            TV_CELL_ASIDE_ALPHA);
      drawing.x += GAP_PX;
    }
  if (*pango_layout_get_text (self->letter) != '\0')
    {
      tv_cell_drawing_text (&drawing, self->letter, tv_cell_layout_get_width (self->letter),
                            TV_CELL_ASIDE_ALPHA);
      drawing.x += GAP_PX;
    }
  space = MAX (drawing.width - drawing.x - GAP_PX, 1);
  width = MIN (tv_cell_layout_get_width (self->text), space);
  tv_cell_drawing_text (&drawing, self->text, width, 1.0f);
  space = tv_cell_drawing_aside (&drawing, self->inlined, ASIDE_PX, space - width);
  self->frames_start = drawing.x;
  tv_cell_drawing_aside (&drawing, self->frames, ASIDE_PX, space);
  self->frames_end = drawing.x;
}

/* ---- Object ---- */

static gboolean
tv_call_name_cell_query_tooltip (GtkWidget *widget,
                                 int x,
                                 int y,
                                 gboolean is_by_keyboard,
                                 GtkTooltip *tooltip)
{
  TvCallNameCell *self = TV_CALL_NAME_CELL (widget);
  g_autofree char *label = NULL;
  g_autofree char *lines = NULL;
  g_autoptr (GString) text = NULL;
  const TvSourceLocation *location;
  const char *kind;
  TvCallRowsTable *table;

  if (self->row == NULL || tv_open_menu_is_around (widget))
    return FALSE;
  if (tv_call_name_cell_has_frames_at (self, x))
    {
      gtk_tooltip_set_text (tooltip, _("Click to show these frames in separate rows"));
      return TRUE;
    }
  table = TV_CALL_ROWS_TABLE (tv_table_row_get_table (self->row));
  label = tv_call_tree_dup_label (tv_call_rows_get_tree (tv_call_rows_table_get_rows (table)),
                                  self->name);
  kind = tv_frame_labels_get_name (get_kind (self));
  text = g_string_new (label);
  if (kind != NULL)
    g_string_append_printf (text, "\n%s", kind);
  location = get_location (self);
  if (location != NULL && (location->is_inlined || location->is_inlined_in_part))
    g_string_append_printf (text, "\n%s",
                            location->is_inlined ? _("Inlined: its code is part of the callers")
                                                 : _("Inlined in some of the callers"));
  lines = location != NULL
              ? tv_source_location_dup_text (location, tv_session_get_trace (self->session))
              : NULL;
  if (lines != NULL)
    g_string_append_printf (text, "\n%s", lines);
  gtk_tooltip_set_text (tooltip, text->str);
  return TRUE;
}

static void
tv_call_name_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvCallNameCell *self = TV_CALL_NAME_CELL (widget);

  GTK_WIDGET_CLASS (tv_call_name_cell_parent_class)->css_changed (widget, change);
  pango_layout_context_changed (self->number);
  pango_layout_context_changed (self->letter);
  pango_layout_context_changed (self->text);
  pango_layout_context_changed (self->inlined);
  pango_layout_context_changed (self->frames);
  gtk_widget_queue_resize (widget);
}

static void
tv_call_name_cell_dispose (GObject *object)
{
  TvCallNameCell *self = TV_CALL_NAME_CELL (object);

  tv_call_name_cell_set_row (self, NULL);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (tv_call_name_cell_parent_class)->dispose (object);
}

static void
tv_call_name_cell_finalize (GObject *object)
{
  TvCallNameCell *self = TV_CALL_NAME_CELL (object);

  g_clear_object (&self->number);
  g_clear_object (&self->letter);
  g_clear_object (&self->text);
  g_clear_object (&self->inlined);
  g_clear_object (&self->frames);
  G_OBJECT_CLASS (tv_call_name_cell_parent_class)->finalize (object);
}

static void
tv_call_name_cell_class_init (TvCallNameCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_call_name_cell_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_call_name_cell_finalize;
  widget_class->measure = tv_call_name_cell_measure;
  widget_class->snapshot = tv_call_name_cell_snapshot;
  widget_class->query_tooltip = tv_call_name_cell_query_tooltip;
  widget_class->css_changed = tv_call_name_cell_css_changed;
  gtk_widget_class_set_css_name (widget_class, "namecell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_call_name_cell_init (TvCallNameCell *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->number = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_NONE);
  self->letter = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_NONE);
  self->text = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_MIDDLE);
  self->inlined = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_END);
  self->frames = tv_cell_layout_new (widget, PANGO_ELLIPSIZE_END);
  gtk_widget_set_has_tooltip (widget, TRUE);
}

GtkWidget *
tv_call_name_cell_new (TvSession *session)
{
  TvCallNameCell *self = g_object_new (TV_TYPE_CALL_NAME_CELL, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "notify::colour-by", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

/* Sets the row; %NULL clears the cell. */
void
tv_call_name_cell_set_row (TvCallNameCell *self, TvTableRow *row)
{
  g_return_if_fail (TV_IS_CALL_NAME_CELL (self));

  g_clear_signal_handler (&self->expanded_id, self->row);
  g_set_object (&self->row, row);
  if (row == NULL)
    return;
  self->expanded_id = g_signal_connect_swapped (row, "notify::is-expanded",
                                                G_CALLBACK (update_arrow), self);
  update_texts (self);
  update_arrow (self);
}

/* Returns the distance of @x from the edge at which text starts, which is the right edge in right-to-left languages. */
static int
get_start (TvCallNameCell *self, double x)
{
  GtkWidget *widget = GTK_WIDGET (self);

  return gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL
             ? gtk_widget_get_width (widget) - (int) x
             : (int) x;
}

/* Returns whether @x, in coordinates of the cell, is on or before the arrow. */
gboolean
tv_call_name_cell_has_arrow_at (TvCallNameCell *self, double x)
{
  g_return_val_if_fail (TV_IS_CALL_NAME_CELL (self), FALSE);

  return self->row != NULL &&
         get_start (self, x) < EDGE_PX + (int) get_indent (self) * LEVEL_PX + TV_CELL_ARROW_PX + 2;
}

/* Returns whether @x, in coordinates of the cell, is on the phrase about the frames that share the row. */
gboolean
tv_call_name_cell_has_frames_at (TvCallNameCell *self, double x)
{
  g_return_val_if_fail (TV_IS_CALL_NAME_CELL (self), FALSE);

  return self->row != NULL && *pango_layout_get_text (self->frames) != '\0' &&
         get_start (self, x) > self->frames_start && get_start (self, x) < self->frames_end;
}
