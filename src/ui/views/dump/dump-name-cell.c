/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Name cell of the list of threads: indentation, arrow, state icon, name, number of threads. Created by
 * dump-list-pane.c, which calls tv_dump_name_cell_has_arrow_at() to recognize clicks on the arrow. Reads the
 * TvDumpRowsTable of its row, and sets CSS classes and the accessible state on the widget of the whole row. */

#include "ui/views/dump/dump-name-cell.h"

#include <glib/gi18n.h>

#include "ui/kit/cell-drawing.h"
#include "ui/kit/open-menu.h"
#include "ui/kit/state-icon.h"
#include "ui/views/dump/dump-rows-table.h"

#define EDGE_PX   6
#define LEVEL_PX  18
#define GAP_PX    8
#define PILL_PX   7 /* horizontal padding of a number in a pill */
#define PILL_HIGH 18

#define PILL_ALPHA 0.12f

struct _TvDumpNameCell
{
  GtkWidget parent_instance;

  TvTableRow *row; /* (nullable) */
  gulong expanded_id;
  const TvDumpRow *at; /* (nullable): description of @row */
  guint level;
  TvDumpState state;
  PangoLayout *name;
  PangoLayout *aside;
};

G_DEFINE_FINAL_TYPE (TvDumpNameCell, tv_dump_name_cell, GTK_TYPE_WIDGET)

/* ---- Content ---- */

static GtkWidget *
get_row_widget (TvDumpNameCell *self)
{
  GtkWidget *cell = gtk_widget_get_parent (GTK_WIDGET (self));

  return cell != NULL ? gtk_widget_get_parent (cell) : NULL;
}

static void
set_class (GtkWidget *widget, const char *name, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
update_row_widget (TvDumpNameCell *self)
{
  GtkWidget *row_widget = get_row_widget (self);

  if (row_widget == NULL)
    return;
  set_class (row_widget, "snapshot", self->at->kind == TV_DUMP_ROW_SNAPSHOT);
  set_class (row_widget, "idle", self->at->is_idle && self->at->kind != TV_DUMP_ROW_SNAPSHOT);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_PROPERTY_LEVEL,
                                  (int) self->level + 1, -1);
  if (self->at->n_below > 0)
    gtk_accessible_update_state (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_STATE_EXPANDED,
                                 tv_table_row_is_expanded (self->row), -1);
  else
    gtk_accessible_reset_state (GTK_ACCESSIBLE (row_widget), GTK_ACCESSIBLE_STATE_EXPANDED);
}

static void
update_texts (TvDumpNameCell *self)
{
  TvDumpRowsTable *table = TV_DUMP_ROWS_TABLE (tv_table_row_get_table (self->row));
  TvTrace *trace = tv_dump_rows_table_get_trace (table);
  guint32 row = tv_table_row_get_row (self->row);
  g_autofree char *name = tv_dump_rows_table_dup_name (table, row);
  g_autofree char *aside = tv_dump_rows_table_dup_aside (table, row);

  self->at = tv_dump_rows_table_get_row (table, row);
  self->level = 0;
  for (guint32 at = self->at->parent; at != TV_NONE;
       at = tv_dump_rows_table_get_row (table, at)->parent)
    self->level++;
  self->state = self->at->thread != TV_NONE
                    ? tv_dump_state_find (trace,
                                          &tv_trace_get_dumps (trace)->threads[self->at->thread])
                    : TV_DUMP_STATE_OTHER;
  pango_layout_set_text (self->name, name, -1);
  /* Rows of processes show the number of threads in another column. */
  pango_layout_set_text (self->aside,
                         aside != NULL && self->at->kind != TV_DUMP_ROW_SNAPSHOT ? aside : "", -1);
  update_row_widget (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* ---- Drawing ---- */

static void
tv_dump_name_cell_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  *minimum = *natural = 0; /* the column determines the width */
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      pango_layout_get_pixel_size (TV_DUMP_NAME_CELL (widget)->name, NULL, minimum);
      *natural = *minimum;
    }
}

static int
get_indent (TvDumpNameCell *self)
{
  return EDGE_PX + (int) (self->level > 0 ? self->level - 1 : 0) * LEVEL_PX;
}

static gboolean
has_sign (TvDumpNameCell *self)
{
  return self->at->kind == TV_DUMP_ROW_THREAD || self->at->kind == TV_DUMP_ROW_EQUAL;
}

static void
draw_pill (TvDumpNameCell *self, TvCellDrawing *drawing, int width)
{
  int x = tv_cell_drawing_take (drawing, width + 2 * PILL_PX);
  GskRoundedRect outline;
  GdkRGBA color = drawing->color;

  color.alpha *= PILL_ALPHA;
  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT ((float) x,
                                                        (float) ((drawing->height - PILL_HIGH) / 2),
                                                        (float) (width + 2 * PILL_PX), PILL_HIGH),
                                   PILL_HIGH / 2.0f);
  gtk_snapshot_push_rounded_clip (drawing->snapshot, &outline);
  gtk_snapshot_append_color (drawing->snapshot, &color, &outline.bounds);
  gtk_snapshot_pop (drawing->snapshot);
  drawing->x -= width + PILL_PX;
  tv_cell_drawing_text (drawing, self->aside, width, 1.0f);
}

static void
draw_texts (TvDumpNameCell *self, TvCellDrawing *drawing)
{
  int space = MAX (drawing->width - drawing->x - GAP_PX, 1), width;
  int aside = *pango_layout_get_text (self->aside) != '\0'
                  ? tv_cell_layout_get_width (self->aside) + GAP_PX + 2 * PILL_PX
                  : 0;

  width = MIN (tv_cell_layout_get_width (self->name), space);
  width = MIN (width, MAX (space - aside, 1));
  tv_cell_drawing_text (drawing, self->name, width, 1.0f);
  if (aside > 0 && aside < space)
    {
      drawing->x += GAP_PX;
      draw_pill (self, drawing, aside - GAP_PX - 2 * PILL_PX);
    }
}

static void
tv_dump_name_cell_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvDumpNameCell *self = TV_DUMP_NAME_CELL (widget);
  TvCellDrawing drawing;

  if (self->row == NULL)
    return;
  tv_cell_drawing_init (&drawing, widget, snapshot);
  drawing.x = get_indent (self);
  if (self->at->n_below > 0)
    tv_cell_drawing_arrow (&drawing, widget, tv_table_row_is_expanded (self->row));
  else
    tv_cell_drawing_take (&drawing, TV_CELL_ARROW_PX);
  drawing.x += GAP_PX / 2;
  if (has_sign (self))
    {
      int x = tv_cell_drawing_take (&drawing, TV_STATE_ICON_PX);

      tv_state_icon_append (snapshot, self->state, (float) x,
                            (float) (drawing.height - TV_STATE_ICON_PX) / 2.0f);
      drawing.x += GAP_PX;
    }
  draw_texts (self, &drawing);
}

/* ---- Object ---- */

static gboolean
tv_dump_name_cell_query_tooltip (GtkWidget *widget,
                                 int x,
                                 int y,
                                 gboolean is_by_keyboard,
                                 GtkTooltip *tooltip)
{
  TvDumpNameCell *self = TV_DUMP_NAME_CELL (widget);
  g_autofree char *text = NULL;

  if (self->row == NULL || tv_open_menu_is_around (widget))
    return FALSE;
  if (has_sign (self))
    {
      TvTrace *trace = tv_dump_rows_table_get_trace (
          TV_DUMP_ROWS_TABLE (tv_table_row_get_table (self->row)));
      const char *word = tv_trace_get_string (
          trace, tv_trace_get_dumps (trace)->threads[self->at->thread].state);

      /* Translators: name of a thread; state of the thread */
      text = g_strdup_printf (_("%s: %s"), pango_layout_get_text (self->name),
                              word != NULL ? word : tv_dump_state_get_word (self->state));
    }
  gtk_tooltip_set_text (tooltip, text != NULL ? text : pango_layout_get_text (self->name));
  return TRUE;
}

static void
tv_dump_name_cell_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvDumpNameCell *self = TV_DUMP_NAME_CELL (widget);

  GTK_WIDGET_CLASS (tv_dump_name_cell_parent_class)->css_changed (widget, change);
  pango_layout_context_changed (self->name);
  pango_layout_context_changed (self->aside);
  gtk_widget_queue_resize (widget);
}

static void
tv_dump_name_cell_dispose (GObject *object)
{
  tv_dump_name_cell_set_row (TV_DUMP_NAME_CELL (object), NULL);
  G_OBJECT_CLASS (tv_dump_name_cell_parent_class)->dispose (object);
}

static void
tv_dump_name_cell_finalize (GObject *object)
{
  TvDumpNameCell *self = TV_DUMP_NAME_CELL (object);

  g_clear_object (&self->name);
  g_clear_object (&self->aside);
  G_OBJECT_CLASS (tv_dump_name_cell_parent_class)->finalize (object);
}

static void
tv_dump_name_cell_class_init (TvDumpNameCellClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_dump_name_cell_dispose;
  G_OBJECT_CLASS (klass)->finalize = tv_dump_name_cell_finalize;
  widget_class->measure = tv_dump_name_cell_measure;
  widget_class->snapshot = tv_dump_name_cell_snapshot;
  widget_class->query_tooltip = tv_dump_name_cell_query_tooltip;
  widget_class->css_changed = tv_dump_name_cell_css_changed;
  gtk_widget_class_set_css_name (widget_class, "namecell");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_dump_name_cell_init (TvDumpNameCell *self)
{
  self->name = tv_cell_layout_new (GTK_WIDGET (self), PANGO_ELLIPSIZE_MIDDLE);
  self->aside = tv_cell_layout_new (GTK_WIDGET (self), PANGO_ELLIPSIZE_END);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
}

GtkWidget *
tv_dump_name_cell_new (void)
{
  return g_object_new (TV_TYPE_DUMP_NAME_CELL, NULL);
}

static void
on_expanded (TvDumpNameCell *self)
{
  update_texts (self);
}

/* Sets the row; %NULL clears the cell. */
void
tv_dump_name_cell_set_row (TvDumpNameCell *self, TvTableRow *row)
{
  g_return_if_fail (TV_IS_DUMP_NAME_CELL (self));

  g_clear_signal_handler (&self->expanded_id, self->row);
  g_set_object (&self->row, row);
  if (row == NULL)
    return;
  self->expanded_id = g_signal_connect_swapped (row, "notify::is-expanded",
                                                G_CALLBACK (on_expanded), self);
  update_texts (self);
}

/* Returns whether @x, in coordinates of the cell, is on or before the arrow of a row with children. */
gboolean
tv_dump_name_cell_has_arrow_at (TvDumpNameCell *self, double x)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int start = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL
                  ? gtk_widget_get_width (widget) - (int) x
                  : (int) x;

  g_return_val_if_fail (TV_IS_DUMP_NAME_CELL (self), FALSE);

  return self->row != NULL && self->at->n_below > 0 &&
         start < get_indent (self) + TV_CELL_ARROW_PX + 2;
}
