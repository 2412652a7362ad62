/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Used by chip rows, the view switcher and the choice of clocks. The number of visible children is computed in
 * size_allocate(), and reported in the next frame. */

#include "ui/kit/fold-box.h"

struct _TvFoldBox
{
  GtkWidget parent_instance;

  GtkWidget *rest; /* overflow widget; always the last child */
  int spacing;
  int min_width; /* window width in px, below which all children are folded */
  guint n_children;
  guint n_shown;
  guint tick; /* id of the tick callback that notifies of n-shown, or 0 */
};

G_DEFINE_FINAL_TYPE (TvFoldBox, tv_fold_box, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_N_SHOWN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static int
get_width (GtkWidget *widget)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  return natural;
}

/* Returns the number of children that fit: all children if they fit without the overflow widget, or else as many as
 * fit beside it. */
static guint
count_fitting (TvFoldBox *self, int width)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));
  int rest = get_width (self->rest), used = 0;
  guint n_with_rest = 0;

  for (guint i = 0; i < self->n_children; i++, child = gtk_widget_get_next_sibling (child))
    {
      used += get_width (child) + (i > 0 ? self->spacing : 0);
      if (used + self->spacing + rest <= width)
        n_with_rest = i + 1;
    }
  return used <= width ? self->n_children : MIN (n_with_rest, self->n_children - 1);
}

static gboolean
is_in_narrow_window (TvFoldBox *self)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));

  return root != NULL && gtk_widget_get_width (root) < self->min_width;
}

static GtkSizeRequestMode
tv_fold_box_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
tv_fold_box_measure (GtkWidget *widget,
                     GtkOrientation orientation,
                     int for_size,
                     int *minimum,
                     int *natural,
                     int *minimum_baseline,
                     int *natural_baseline)
{
  TvFoldBox *self = TV_FOLD_BOX (widget);
  guint index = 0;

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child), index++)
    {
      int min, child_natural;

      gtk_widget_measure (child, orientation, -1, &min, &child_natural, NULL, NULL);
      if (orientation == GTK_ORIENTATION_VERTICAL)
        {
          *minimum = MAX (*minimum, min);
          *natural = MAX (*natural, child_natural);
        }
      else if (child != self->rest)
        *natural += child_natural + (index > 0 ? self->spacing : 0);
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL && self->n_children > 0)
    *minimum = MIN (*natural, get_width (self->rest));
}

/* Notifies after the layout, because handlers change the label of the overflow widget. */
static gboolean
report_shown (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TV_FOLD_BOX (widget)->tick = 0;
  g_object_notify_by_pspec (G_OBJECT (widget), properties[PROP_N_SHOWN]);
  return G_SOURCE_REMOVE;
}

static void
tv_fold_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvFoldBox *self = TV_FOLD_BOX (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  guint n_shown = is_in_narrow_window (self) ? 0 : count_fitting (self, width);
  guint index = 0;
  int start = 0;

  if (self->n_children == 0)
    n_shown = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child), index++)
    {
      gboolean is_shown = child == self->rest ? n_shown < self->n_children : index < n_shown;
      int child_width;

      gtk_widget_set_child_visible (child, is_shown);
      if (!is_shown)
        continue;
      child_width = MIN (get_width (child), MAX (width - start, 0));
      if (child == self->rest)
        {
          int min;

          gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, &min, NULL, NULL, NULL);
          child_width = MAX (child_width, min);
        }
      gtk_widget_size_allocate (
          child,
          &(GtkAllocation){ is_rtl ? width - start - child_width : start, 0, child_width, height },
          -1);
      start += child_width + self->spacing;
    }
  if (n_shown != self->n_shown && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (widget, report_shown, NULL, NULL);
  self->n_shown = n_shown;
}

static void
tv_fold_box_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  if (id == PROP_N_SHOWN)
    g_value_set_uint (value, TV_FOLD_BOX (object)->n_shown);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
tv_fold_box_dispose (GObject *object)
{
  TvFoldBox *self = TV_FOLD_BOX (object);

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  tv_fold_box_clear (self);
  g_clear_pointer (&self->rest, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_fold_box_parent_class)->dispose (object);
}

static void
tv_fold_box_class_init (TvFoldBoxClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = tv_fold_box_get_property;
  object_class->dispose = tv_fold_box_dispose;
  widget_class->get_request_mode = tv_fold_box_get_request_mode;
  widget_class->measure = tv_fold_box_measure;
  widget_class->size_allocate = tv_fold_box_size_allocate;
  properties[PROP_N_SHOWN] = g_param_spec_uint ("n-shown", NULL, NULL, 0, G_MAXUINT, 0,
                                                G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
tv_fold_box_init (TvFoldBox *self)
{
}

/**
 * tv_fold_box_new:
 * @rest: overflow widget, which becomes a child of the row
 * @spacing: distance between children in px
 *
 * Returns: (transfer floating): an empty row
 */
GtkWidget *
tv_fold_box_new (GtkWidget *rest, int spacing)
{
  TvFoldBox *self = g_object_new (TV_TYPE_FOLD_BOX, NULL);

  self->rest = rest;
  self->spacing = spacing;
  gtk_widget_set_parent (rest, GTK_WIDGET (self));
  return GTK_WIDGET (self);
}

void
tv_fold_box_append (TvFoldBox *self, GtkWidget *child)
{
  g_return_if_fail (TV_IS_FOLD_BOX (self));

  gtk_widget_insert_before (child, GTK_WIDGET (self), self->rest);
  self->n_children++;
}

/* Removes all children except the overflow widget. */
void
tv_fold_box_clear (TvFoldBox *self)
{
  GtkWidget *child;

  g_return_if_fail (TV_IS_FOLD_BOX (self));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL && child != self->rest)
    gtk_widget_unparent (child);
  self->n_children = 0;
}

/* Sets the width of the window, in px, below which all children are folded. */
void
tv_fold_box_set_min_width (TvFoldBox *self, int min_width)
{
  g_return_if_fail (TV_IS_FOLD_BOX (self));

  self->min_width = min_width;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

guint
tv_fold_box_get_n_shown (TvFoldBox *self)
{
  g_return_val_if_fail (TV_IS_FOLD_BOX (self), 0);
  return self->n_shown;
}
