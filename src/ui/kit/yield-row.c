/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Layout widget for the bar of ui/pages/panel.ui. Hides children with gtk_widget_set_child_visible(), so their
 * "visible" property does not change. */

#include "ui/kit/yield-row.h"

struct _TvYieldRow
{
  GtkWidget parent_instance;

  int spacing;
};

G_DEFINE_FINAL_TYPE (TvYieldRow, tv_yield_row, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_SPACING,
};

static void
get_widths (GtkWidget *widget, int *min, int *natural)
{
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, min, natural, NULL, NULL);
}

/* Measures the children after the first one: all of them, or as many as fit with their minimum widths. The results
 * include the spacing before each child. Returns: (nullable): the first child that does not fit */
static GtkWidget *
measure_others (TvYieldRow *self, int width, int *min, int *natural)
{
  GtkWidget *first = gtk_widget_get_first_child (GTK_WIDGET (self));
  GtkWidget *child;

  *min = *natural = 0;
  for (child = first != NULL ? gtk_widget_get_next_sibling (first) : NULL; child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_min, child_natural;

      if (!gtk_widget_should_layout (child))
        continue;
      get_widths (child, &child_min, &child_natural);
      if (*min + child_min > width)
        break;
      *min += child_min + self->spacing;
      *natural += child_natural + self->spacing;
    }
  return child;
}

static GtkSizeRequestMode
tv_yield_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
measure_height (TvYieldRow *self, int *minimum, int *natural)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int min, child_natural;

      gtk_widget_measure (child, GTK_ORIENTATION_VERTICAL, -1, &min, &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, min);
      *natural = MAX (*natural, child_natural);
    }
}

static void
tv_yield_row_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  TvYieldRow *self = TV_YIELD_ROW (widget);
  GtkWidget *first = gtk_widget_get_first_child (widget);
  int min, child_natural;

  *minimum = *natural = 0;
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      measure_height (self, minimum, natural);
      return;
    }
  /* The minimum is that of one child, because all others can be hidden. */
  for (GtkWidget *child = first; child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      get_widths (child, &min, &child_natural);
      *minimum = MAX (*minimum, min);
      *natural += child == first ? child_natural : 0;
    }
  measure_others (self, G_MAXINT, &min, &child_natural);
  *natural = MAX (*natural + child_natural, *minimum);
}

static void
place (TvYieldRow *self, GtkWidget *child, int start, int width, int height)
{
  gboolean is_rtl = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  int x = is_rtl ? gtk_widget_get_width (GTK_WIDGET (self)) - start - width : start;

  gtk_widget_size_allocate (child, &(GtkAllocation){ x, 0, width, height }, -1);
}

/* Allocates the children between the first one and @gone, and hides the children from @gone on. Each child gets its
 * minimum width. @extra px are then distributed from the last child to the first, up to the natural widths. */
static void
place_others (TvYieldRow *self, GtkWidget *gone, int end, int extra, int height)
{
  GtkWidget *first = gtk_widget_get_first_child (GTK_WIDGET (self));
  GtkWidget *child = gone != NULL ? gtk_widget_get_prev_sibling (gone)
                                  : gtk_widget_get_last_child (GTK_WIDGET (self));

  for (; child != first; child = gtk_widget_get_prev_sibling (child))
    {
      int min, child_natural, more;

      if (!gtk_widget_should_layout (child))
        continue;
      get_widths (child, &min, &child_natural);
      more = MIN (extra, child_natural - min);
      extra -= more;
      gtk_widget_set_child_visible (child, TRUE);
      place (self, child, end - min - more, min + more, height);
      end -= min + more + self->spacing;
    }
  for (child = gone; child != NULL; child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_child_visible (child, FALSE);
}

static void
tv_yield_row_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvYieldRow *self = TV_YIELD_ROW (widget);
  GtkWidget *first = gtk_widget_get_first_child (widget);
  GtkWidget *gone;
  int min, natural, first_min, first_natural, others;
  gboolean is_first_shown;

  if (first == NULL)
    return;
  get_widths (first, &first_min, &first_natural);
  gone = measure_others (self, width, &min, &natural);
  is_first_shown = first_min + min <= width;
  gtk_widget_set_child_visible (first, is_first_shown);
  others = MIN (width - first_min, natural);
  if (is_first_shown)
    place (self, first, 0, MIN (first_natural, width - others), height);
  else
    others = MIN (width + self->spacing,
                  natural); /* no spacing is needed after the hidden first child */
  place_others (self, gone, width, others - min, height);
}

static void
tv_yield_row_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SPACING)
    g_value_set_int (value, TV_YIELD_ROW (object)->spacing);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_yield_row_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  if (id == PROP_SPACING)
    {
      TV_YIELD_ROW (object)->spacing = g_value_get_int (value);
      gtk_widget_queue_resize (GTK_WIDGET (object));
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_yield_row_dispose (GObject *object)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (object))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tv_yield_row_parent_class)->dispose (object);
}

static void
tv_yield_row_class_init (TvYieldRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = tv_yield_row_get_property;
  object_class->set_property = tv_yield_row_set_property;
  object_class->dispose = tv_yield_row_dispose;
  widget_class->get_request_mode = tv_yield_row_get_request_mode;
  widget_class->measure = tv_yield_row_measure;
  widget_class->size_allocate = tv_yield_row_size_allocate;
  g_object_class_install_property (object_class, PROP_SPACING,
                                   g_param_spec_int ("spacing", NULL, NULL, 0, G_MAXINT, 0,
                                                     G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS));
}

static void
tv_yield_row_init (TvYieldRow *self)
{
}
