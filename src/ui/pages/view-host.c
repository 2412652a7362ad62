/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/pages/view-host.h"

#include <glib/gi18n.h>

/* Stack of views with a progress line and a message for an empty view. Child of the panel, which sets the state of
 * the visible view. Does not depend on specific views or on the session. */

/* Delay in ms before the busy state is shown, so that it does not flash. */
#define BUSY_DELAY_MS 100

/* Minimum height in px: column headers and four rows of a list. */
#define MIN_HEIGHT_PX 150

#define LINE_HEIGHT_PX 3

struct _TvViewHost
{
  GtkWidget parent_instance;

  GtkWidget *stack;
  GtkWidget *line;
  GtkWidget *empty;
  GtkLabel *label;
  guint busy_id; /* source id of the pending busy state, or 0 */
  gboolean is_busy;
};

G_DEFINE_FINAL_TYPE (TvViewHost, tv_view_host, GTK_TYPE_WIDGET)

/* ---- Busy ---- */

static void
show_busy (TvViewHost *self, gboolean is_shown)
{
  gtk_widget_set_child_visible (self->line, is_shown);
  if (is_shown)
    gtk_widget_add_css_class (self->stack, "outdated");
  else
    gtk_widget_remove_css_class (self->stack, "outdated");
}

static gboolean
on_busy_long (gpointer data)
{
  TvViewHost *self = data;

  self->busy_id = 0;
  show_busy (self, TRUE);
  return G_SOURCE_REMOVE;
}

void
tv_view_host_set_busy (TvViewHost *self, gboolean is_busy)
{
  g_return_if_fail (TV_IS_VIEW_HOST (self));

  if (self->is_busy == is_busy)
    return;
  self->is_busy = is_busy;
  g_clear_handle_id (&self->busy_id, g_source_remove);
  if (is_busy)
    self->busy_id = g_timeout_add (BUSY_DELAY_MS, on_busy_long, self);
  else
    show_busy (self, FALSE);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->stack), GTK_ACCESSIBLE_STATE_BUSY, is_busy,
                               -1);
}

/* ---- Empty ---- */

/**
 * tv_view_host_set_empty:
 * @filter: (nullable): description of the filter that leaves the view empty; %NULL if the view is not empty, or if
 *   there is no filter
 *
 * Shows or hides the message that a filter leaves the view empty. The message has a button for "panel.remove-filter".
 */
void
tv_view_host_set_empty (TvViewHost *self, const char *filter)
{
  g_autofree char *text = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (TV_IS_VIEW_HOST (self));

  gtk_widget_set_visible (self->empty, filter != NULL);
  if (filter == NULL)
    {
      gtk_widget_remove_css_class (self->stack, "filtered-out");
      return;
    }
  /* Hides the view's own placeholder, which is for traces without such content. */
  gtk_widget_add_css_class (self->stack, "filtered-out");
  name = g_markup_printf_escaped ("<b>%s</b>", filter);
  /* Translators: %s is a filter as labelled by its chip, such as a time range, in bold */
  text = g_strdup_printf (_("The filter %s hides all rows"), name);
  gtk_label_set_markup (self->label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->label), gtk_label_get_text (self->label));
}

static GtkWidget *
make_empty (TvViewHost *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Remove Filter"));

  self->label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_ellipsize (self->label, PANGO_ELLIPSIZE_MIDDLE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "panel.remove-filter");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->label));
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_add_css_class (box, "empty-line");
  gtk_widget_set_visible (box, FALSE);
  return box;
}

/* ---- Object ---- */

static void
tv_view_host_measure (GtkWidget *widget,
                      GtkOrientation orientation,
                      int for_size,
                      int *minimum,
                      int *natural,
                      int *minimum_baseline,
                      int *natural_baseline)
{
  gtk_widget_measure (TV_VIEW_HOST (widget)->stack, orientation, for_size, minimum, natural, NULL,
                      NULL);
  if (orientation == GTK_ORIENTATION_VERTICAL)
    {
      *minimum = MAX (*minimum, MIN_HEIGHT_PX);
      *natural = MAX (*natural, *minimum);
    }
}

static void
tv_view_host_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvViewHost *self = TV_VIEW_HOST (widget);
  int min, natural;

  gtk_widget_size_allocate (self->stack, &(GtkAllocation){ 0, 0, width, height }, -1);
  gtk_widget_measure (self->line, GTK_ORIENTATION_VERTICAL, -1, NULL, NULL, NULL, NULL);
  gtk_widget_size_allocate (self->line, &(GtkAllocation){ 0, 0, width, LINE_HEIGHT_PX }, -1);
  if (!gtk_widget_should_layout (self->empty))
    return;
  gtk_widget_measure (self->empty, GTK_ORIENTATION_HORIZONTAL, -1, &min, &natural, NULL, NULL);
  natural = CLAMP (natural, min, MAX (width, min));
  gtk_widget_measure (self->empty, GTK_ORIENTATION_VERTICAL, natural, &min, NULL, NULL, NULL);
  gtk_widget_size_allocate (
      self->empty,
      &(GtkAllocation){ (width - natural) / 2, MAX ((height - min) / 2, 0), natural, min }, -1);
}

static void
tv_view_host_dispose (GObject *object)
{
  TvViewHost *self = TV_VIEW_HOST (object);

  g_clear_handle_id (&self->busy_id, g_source_remove);
  g_clear_pointer (&self->stack, gtk_widget_unparent);
  g_clear_pointer (&self->line, gtk_widget_unparent);
  g_clear_pointer (&self->empty, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_view_host_parent_class)->dispose (object);
}

static void
tv_view_host_class_init (TvViewHostClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_view_host_dispose;
  widget_class->measure = tv_view_host_measure;
  widget_class->size_allocate = tv_view_host_size_allocate;
}

static void
tv_view_host_init (TvViewHost *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  self->stack = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->stack), FALSE);
  gtk_widget_add_css_class (self->stack, "panel-pages");
  gtk_widget_set_parent (self->stack, GTK_WIDGET (self));
  self->empty = make_empty (self);
  gtk_widget_set_parent (self->empty, GTK_WIDGET (self));
  self->line = g_object_new (GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_PROGRESS_BAR,
                             "css-name", "busyline", "can-target", FALSE, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->line), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Counting…"), -1);
  gtk_widget_set_child_visible (self->line, FALSE);
  gtk_widget_set_parent (self->line, GTK_WIDGET (self));
}

/* Returns: (transfer none): the stack for the views */
GtkStack *
tv_view_host_get_stack (TvViewHost *self)
{
  g_return_val_if_fail (TV_IS_VIEW_HOST (self), NULL);
  return GTK_STACK (self->stack);
}
