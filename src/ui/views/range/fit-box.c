/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/range/fit-box.h"

#include "ui/kit/font-scale.h"

#define CHILD_MIN_PX  400
#define SPACING_PX    12
#define MOST_CHILDREN 8

struct _TvFitBox
{
  GtkWidget parent_instance;

  guint n_children;
  guint selected; /* one that is to be shown */
  guint first;    /* the first that is */
  guint n_shown;
  int widths[MOST_CHILDREN]; /* of those that are shown */
  guint tick;                /* 0 = nothing to tell */
};

G_DEFINE_FINAL_TYPE (TvFitBox, tv_fit_box, GTK_TYPE_WIDGET)

enum
{
  ARRANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
tv_fit_box_measure (GtkWidget *widget,
                    GtkOrientation orientation,
                    int for_size,
                    int *minimum,
                    int *natural,
                    int *minimum_baseline,
                    int *natural_baseline)
{
  TvFitBox *self = TV_FIT_BOX (widget);

  *minimum = *natural = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      int child_minimum, child_natural;

      gtk_widget_measure (child, orientation, -1, &child_minimum, &child_natural, NULL, NULL);
      *minimum = MAX (*minimum, child_minimum);
      *natural = MAX (*natural, child_natural);
    }
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *natural = MAX (*minimum,
                    (tv_font_scale_apply (CHILD_MIN_PX) + SPACING_PX) * (int) self->n_children);
}

/* What depends on it changes its size, which it cannot during the layout. */
static gboolean
tell_arranged (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TV_FIT_BOX (widget)->tick = 0;
  g_signal_emit (widget, signals[ARRANGED], 0);
  return G_SOURCE_REMOVE;
}

static void
choose_children (TvFitBox *self, int width)
{
  guint before = self->first, n_before = self->n_shown;
  guint n_fitting = (guint) ((width + SPACING_PX) /
                             (tv_font_scale_apply (CHILD_MIN_PX) + SPACING_PX));

  self->n_shown = CLAMP (n_fitting, 1, MAX (self->n_children, 1));
  if (self->selected < self->first)
    self->first = self->selected;
  if (self->selected >= self->first + self->n_shown)
    self->first = self->selected - self->n_shown + 1;
  self->first = MIN (self->first, self->n_children - MIN (self->n_shown, self->n_children));
  if ((self->first != before || self->n_shown != n_before) && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tell_arranged, NULL, NULL);
}

/* Each child that is shown has the least width, or what is enough for it; what is left goes to those that would like more,
 * and what nobody would like to all alike. */
static void
share_width (TvFitBox *self, int width)
{
  int n = (int) MIN (self->n_shown, self->n_children);
  int least = MIN (tv_font_scale_apply (CHILD_MIN_PX), width);
  int left = width - (n - 1) * SPACING_PX;
  GtkRequestedSize sizes[MOST_CHILDREN];
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self));

  for (guint i = 0; i < self->first; i++)
    child = gtk_widget_get_next_sibling (child);
  for (int i = 0; i < n; i++, child = gtk_widget_get_next_sibling (child))
    {
      int natural;

      gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
      sizes[i] = (GtkRequestedSize){ child, MIN (least, natural), natural };
      left -= sizes[i].minimum_size;
    }
  left = MAX (left, 0);
  left = gtk_distribute_natural_allocation (left, (guint) n, sizes);
  for (int i = 0; i < n; i++)
    self->widths[i] = sizes[i].minimum_size + left * (i + 1) / n - left * i / n;
}

static void
tv_fit_box_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvFitBox *self = TV_FIT_BOX (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int start = 0;
  guint index = 0;

  choose_children (self, width);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child), index++)
    gtk_widget_set_child_visible (child, tv_fit_box_shows (self, index));
  share_width (self, width);

  index = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child), index++)
    if (tv_fit_box_shows (self, index))
      {
        int child_width = self->widths[index - self->first];

        gtk_widget_size_allocate (child,
                                  &(GtkAllocation){ is_rtl ? width - start - child_width : start, 0,
                                                    child_width, height },
                                  -1);
        start += child_width + SPACING_PX;
      }
}

static void
tv_fit_box_dispose (GObject *object)
{
  TvFitBox *self = TV_FIT_BOX (object);
  GtkWidget *child;

  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  G_OBJECT_CLASS (tv_fit_box_parent_class)->dispose (object);
}

static void
tv_fit_box_class_init (TvFitBoxClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_fit_box_dispose;
  widget_class->measure = tv_fit_box_measure;
  widget_class->size_allocate = tv_fit_box_size_allocate;
  signals[ARRANGED] = g_signal_new ("arranged", TV_TYPE_FIT_BOX, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                    NULL, G_TYPE_NONE, 0);
}

static void
tv_fit_box_init (TvFitBox *self)
{
}

void
tv_fit_box_append (TvFitBox *self, GtkWidget *child)
{
  g_return_if_fail (TV_IS_FIT_BOX (self));
  g_return_if_fail (self->n_children < MOST_CHILDREN);
  gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
  self->n_children++;
}

/* Sees to it that a child is shown. */
void
tv_fit_box_set_selected (TvFitBox *self, guint index)
{
  g_return_if_fail (TV_IS_FIT_BOX (self));
  g_return_if_fail (index < self->n_children);

  self->selected = index;
  if (!tv_fit_box_shows (self, index))
    gtk_widget_queue_allocate (GTK_WIDGET (self));
}

gboolean
tv_fit_box_shows (TvFitBox *self, guint index)
{
  g_return_val_if_fail (TV_IS_FIT_BOX (self), FALSE);
  return index >= self->first && index < self->first + self->n_shown;
}

gboolean
tv_fit_box_shows_all (TvFitBox *self)
{
  g_return_val_if_fail (TV_IS_FIT_BOX (self), FALSE);
  return self->n_shown >= self->n_children;
}
