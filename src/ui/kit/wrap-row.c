/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Layout widget for the tools and the chart of the Query view. Owns only its children. */

#include "ui/kit/wrap-row.h"

struct _TvWrapRow
{
  GtkWidget parent_instance;

  int spacing;
};

G_DEFINE_FINAL_TYPE (TvWrapRow, tv_wrap_row, GTK_TYPE_WIDGET)

/**
 * Line:
 * @first: (nullable): first child
 * @end: (nullable): child after the last one
 * @width: natural width of the children, including the spacing between them
 * @height: natural height of the tallest child
 * @n_expand: number of children that expand
 *
 * A line of children.
 */
typedef struct
{
  GtkWidget *first;
  GtkWidget *end;
  int width;
  int height;
  int n_expand;
} Line;

static int
measure (GtkWidget *child, GtkOrientation orientation, int for_size, int *minimum)
{
  int natural;

  gtk_widget_measure (child, orientation, for_size, minimum, &natural, NULL, NULL);
  return natural;
}

/* Returns the line that starts with @first. The line contains as many children as fit, but at least one. */
static Line
find_line (TvWrapRow *self, GtkWidget *first, int width)
{
  Line line = { .first = first, .end = first };

  for (; line.end != NULL; line.end = gtk_widget_get_next_sibling (line.end))
    {
      int natural, space = line.width > 0 ? self->spacing : 0;

      if (!gtk_widget_should_layout (line.end))
        continue;
      natural = MIN (measure (line.end, GTK_ORIENTATION_HORIZONTAL, -1, NULL), width);
      if (line.width > 0 && line.width + space + natural > width)
        break;
      line.width += space + natural;
      line.height = MAX (line.height, measure (line.end, GTK_ORIENTATION_VERTICAL, natural, NULL));
      line.n_expand += gtk_widget_compute_expand (line.end, GTK_ORIENTATION_HORIZONTAL);
    }
  return line;
}

static GtkSizeRequestMode
tv_wrap_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure_width (TvWrapRow *self, int *minimum, int *natural)
{
  Line line = find_line (self, gtk_widget_get_first_child (GTK_WIDGET (self)), G_MAXINT);

  *minimum = 0;
  *natural = line.width;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int min = 0;

      if (gtk_widget_should_layout (child))
        measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &min);
      *minimum = MAX (*minimum, min);
    }
}

static void
tv_wrap_row_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  TvWrapRow *self = TV_WRAP_ROW (widget);
  GtkWidget *first = gtk_widget_get_first_child (widget);
  int height = 0;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      measure_width (self, minimum, natural);
      return;
    }
  while (first != NULL)
    {
      Line line = find_line (self, first, for_size >= 0 ? for_size : G_MAXINT);

      height += (height > 0 ? self->spacing : 0) + line.height;
      first = line.end;
    }
  *minimum = *natural = height;
}

static void
allocate_line (TvWrapRow *self, const Line *line, int width, int y)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int rest = MAX (width - line->width, 0), n_expand = line->n_expand, x = 0;

  for (GtkWidget *child = line->first; child != line->end;
       child = gtk_widget_get_next_sibling (child))
    {
      int own, extra = 0;

      if (!gtk_widget_should_layout (child))
        continue;
      if (gtk_widget_compute_expand (child, GTK_ORIENTATION_HORIZONTAL))
        {
          extra = rest / n_expand--;
          rest -= extra;
        }
      own = MIN (measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL), width) + extra;
      gtk_widget_size_allocate (
          child, &(GtkAllocation){ is_rtl ? width - x - own : x, y, own, line->height }, -1);
      x += own + self->spacing;
    }
}

static void
tv_wrap_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvWrapRow *self = TV_WRAP_ROW (widget);
  GtkWidget *first = gtk_widget_get_first_child (widget);
  int y = 0;

  while (first != NULL)
    {
      Line line = find_line (self, first, width);

      allocate_line (self, &line, width, y);
      y += line.height + self->spacing;
      first = line.end;
    }
}

static void
tv_wrap_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tv_wrap_row_parent_class)->dispose (object);
}

static void
tv_wrap_row_class_init (TvWrapRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_wrap_row_dispose;
  widget_class->get_request_mode = tv_wrap_row_get_request_mode;
  widget_class->measure = tv_wrap_row_measure;
  widget_class->size_allocate = tv_wrap_row_size_allocate;
}

static void
tv_wrap_row_init (TvWrapRow *self)
{
}

/* Creates a row. @spacing is the space between children and between lines, in px. */
GtkWidget *
tv_wrap_row_new (int spacing)
{
  TvWrapRow *self = g_object_new (TV_TYPE_WRAP_ROW, NULL);

  self->spacing = spacing;
  return GTK_WIDGET (self);
}

void
tv_wrap_row_append (TvWrapRow *self, GtkWidget *child)
{
  g_return_if_fail (TV_IS_WRAP_ROW (self));
  gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
}
