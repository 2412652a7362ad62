/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Attached to each table view by kit/table/table-view.c. If a press moves the focus to a partly visible row,
 * "value-changed" is emitted on the adjustment, which makes the list drop its scheduled scroll. State exists only
 * while a pointer event is handled. */

#include "ui/kit/gtk48/still-clicks.h"

typedef struct
{
  GtkWidget *list;
  GObject *root; /* (nullable): window; set while a pointer event is handled */
  guint idle;    /* id of the source that resets @root, or 0 */
} Clicks;

static void
leave (Clicks *self)
{
  if (self->root != NULL)
    g_signal_handlers_disconnect_by_data (self->root, self);
  g_clear_object (&self->root);
  g_clear_handle_id (&self->idle, g_source_remove);
}

static gboolean
leave_later (gpointer self)
{
  ((Clicks *) self)->idle = 0;
  leave (self);
  return G_SOURCE_REMOVE;
}

/* Returns whether a row is only partly visible. */
static gboolean
is_partly_visible (GtkWidget *list, GtkWidget *widget)
{
  graphene_rect_t bounds;

  while (widget != NULL && gtk_widget_get_parent (widget) != list)
    widget = gtk_widget_get_parent (widget);
  return widget != NULL && gtk_widget_compute_bounds (widget, list, &bounds) &&
         (bounds.origin.y < 0.0f ||
          bounds.origin.y + bounds.size.height > (float) gtk_widget_get_height (list));
}

/* Cancels the scroll to the focused row that the list has scheduled: the list drops it when its adjustment emits
 * "value-changed". The signal is emitted only for partly visible rows, because the list does not scroll to other
 * rows, and the signal could move the list if its rows changed at the same time. */
static void
on_focus_changed (Clicks *self)
{
  GtkAdjustment *adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->list));
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (self->root));

  if (focus != NULL && adjustment != NULL && is_partly_visible (self->list, focus))
    g_signal_emit_by_name (adjustment, "value-changed");
}

static gboolean
on_event (GtkEventControllerLegacy *controller, GdkEvent *event, Clicks *self)
{
  switch ((int) gdk_event_get_event_type (event))
    {
    case GDK_BUTTON_PRESS:
    case GDK_BUTTON_RELEASE:
    case GDK_TOUCH_BEGIN:
    case GDK_TOUCH_END:
      leave (self);
      self->root = g_object_ref (G_OBJECT (gtk_widget_get_root (self->list)));
      g_signal_connect_swapped (self->root, "notify::focus-widget", G_CALLBACK (on_focus_changed),
                                self);
      self->idle = g_idle_add_full (G_PRIORITY_HIGH, leave_later, self, NULL);
      break;
    default:
      break;
    }
  return GDK_EVENT_PROPAGATE;
}

static void
clicks_free (gpointer data, GClosure *closure)
{
  leave (data);
  g_free (data);
}

/* Prevents scrolling by clicks on a list. Must not be called twice for the same list. The event controller is on the
 * list's parent, which receives events first. */
void
tv_still_clicks_attach (GtkWidget *list)
{
  GtkEventController *controller = gtk_event_controller_legacy_new ();
  Clicks *self = g_new0 (Clicks, 1);

  g_return_if_fail (GTK_IS_SCROLLABLE (list));

  self->list = list;
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_data (controller, "event", G_CALLBACK (on_event), self, clicks_free, 0);
  gtk_widget_add_controller (gtk_widget_get_parent (list), controller);
}
