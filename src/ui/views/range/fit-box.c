/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Container that shows as many of its chosen children as fit. Used by the Range view for its sections. Owns the set
 * of chosen children. The allocation determines which of them are visible, and a signal reports changes. */

#include "ui/views/range/fit-box.h"

#include "ui/kit/font-scale.h"

#define CHILD_MIN_PX 400
#define SPACING_PX   12
#define MAX_CHILDREN 8

struct _TvFitBox
{
  GtkWidget parent_instance;

  guint n_children;
  guint chosen
      [MAX_CHILDREN]; /* sequence number of each child's last choice; 0 if the child is not chosen */
  guint last_chosen;
  gboolean shown[MAX_CHILDREN];
  int widths[MAX_CHILDREN]; /* widths of the visible children, in their order */
  guint tick;               /* tick callback that emits the signal, or 0 */
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

  int n_chosen = 0;

  for (guint i = 0; i < self->n_children; i++)
    n_chosen += self->chosen[i] != 0;
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
    *natural = MAX (*minimum, (tv_font_scale_apply (CHILD_MIN_PX) + SPACING_PX) * n_chosen);
}

/* Emits the signal after the layout, because handlers may change sizes. */
static gboolean
emit_arranged (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TV_FIT_BOX (widget)->tick = 0;
  g_signal_emit (widget, signals[ARRANGED], 0);
  return G_SOURCE_REMOVE;
}

/* Returns the number of children that were chosen after the child at @index. */
static guint
count_later (TvFitBox *self, guint index)
{
  guint n = 0;

  for (guint i = 0; i < self->n_children; i++)
    n += self->chosen[i] > self->chosen[index];
  return n;
}

static void
update_shown (TvFitBox *self, int width)
{
  guint n_fitting = (guint) ((width + SPACING_PX) /
                             (tv_font_scale_apply (CHILD_MIN_PX) + SPACING_PX));
  gboolean is_changed = FALSE;

  for (guint i = 0; i < self->n_children; i++)
    {
      gboolean is_shown = self->chosen[i] != 0 && count_later (self, i) < MAX (n_fitting, 1);

      is_changed |= is_shown != self->shown[i];
      self->shown[i] = is_shown;
    }
  if (is_changed && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), emit_arranged, NULL, NULL);
}

/* Allocates the minimum width to each visible child, or the child's natural width if that is smaller. The remaining
 * width first brings children up to their natural widths; the rest is distributed equally. */
static void
share_width (TvFitBox *self, int width)
{
  int min = MIN (tv_font_scale_apply (CHILD_MIN_PX), width), left = width + SPACING_PX, n = 0;
  GtkRequestedSize sizes[MAX_CHILDREN];
  guint index = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (self->shown[index++])
      {
        int natural;

        gtk_widget_measure (child, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
        sizes[n] = (GtkRequestedSize){ child, MIN (min, natural), natural };
        left -= sizes[n++].minimum_size + SPACING_PX;
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
  guint index = 0, slot = 0;

  update_shown (self, width);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child), index++)
    gtk_widget_set_child_visible (child, self->shown[index]);
  share_width (self, width);

  index = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (self->shown[index++])
      {
        int child_width = self->widths[slot++];

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

/* Appends a child and chooses it. If not all children fit, those that were appended earlier take precedence. */
void
tv_fit_box_append (TvFitBox *self, GtkWidget *child)
{
  g_return_if_fail (TV_IS_FIT_BOX (self));
  g_return_if_fail (self->n_children < MAX_CHILDREN);

  gtk_widget_insert_before (child, GTK_WIDGET (self), NULL);
  for (guint i = 0; i < self->n_children; i++)
    self->chosen[i] += self->chosen[i] != 0;
  self->chosen[self->n_children++] = 1;
  self->last_chosen++;
}

/* Chooses a child. If the width is not sufficient, the child replaces the visible one that was chosen first. */
void
tv_fit_box_choose (TvFitBox *self, guint index)
{
  g_return_if_fail (TV_IS_FIT_BOX (self));
  g_return_if_fail (index < self->n_children);

  self->chosen[index] = ++self->last_chosen;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

void
tv_fit_box_drop (TvFitBox *self, guint index)
{
  g_return_if_fail (TV_IS_FIT_BOX (self));
  g_return_if_fail (index < self->n_children);

  self->chosen[index] = 0;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

/* Returns whether a child is chosen. It can still be invisible if there is not enough width. */
gboolean
tv_fit_box_is_chosen (TvFitBox *self, guint index)
{
  g_return_val_if_fail (TV_IS_FIT_BOX (self), FALSE);
  g_return_val_if_fail (index < self->n_children, FALSE);
  return self->chosen[index] != 0;
}

gboolean
tv_fit_box_shows (TvFitBox *self, guint index)
{
  g_return_val_if_fail (TV_IS_FIT_BOX (self), FALSE);
  return index < self->n_children && self->shown[index];
}
