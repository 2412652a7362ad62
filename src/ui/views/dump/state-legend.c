/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Legend of thread states, as filter buttons. Created by dump-list-pane.c. Stateless: each button activates the
 * action that was passed to tv_state_legend_add(). */

#include "ui/views/dump/state-legend.h"

#include <glib/gi18n.h>

#include "ui/kit/state-icon.h"

struct _TvStateLegend
{
  GtkWidget parent_instance;

  GtkWidget *flow;
};

G_DEFINE_FINAL_TYPE (TvStateLegend, tv_state_legend, GTK_TYPE_WIDGET)

static void
tv_state_legend_dispose (GObject *object)
{
  g_clear_pointer (&TV_STATE_LEGEND (object)->flow, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_state_legend_parent_class)->dispose (object);
}

static void
tv_state_legend_class_init (TvStateLegendClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_state_legend_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "statelegend");
}

static void
tv_state_legend_init (TvStateLegend *self)
{
  self->flow = gtk_flow_box_new ();
  gtk_flow_box_set_selection_mode (GTK_FLOW_BOX (self->flow), GTK_SELECTION_NONE);
  gtk_flow_box_set_max_children_per_line (GTK_FLOW_BOX (self->flow), TV_N_DUMP_STATES);
  gtk_widget_set_halign (self->flow, GTK_ALIGN_FILL);
  gtk_widget_set_parent (self->flow, GTK_WIDGET (self));
}

GtkWidget *
tv_state_legend_new (void)
{
  return g_object_new (TV_TYPE_STATE_LEGEND, NULL);
}

/* Adds a button for a state. The button activates @action with @target, which must filter the list to that state. */
void
tv_state_legend_add (TvStateLegend *self, TvDumpState state, const char *action, const char *target)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *sign = tv_state_icon_new ();
  GtkWidget *button = gtk_toggle_button_new ();

  g_return_if_fail (TV_IS_STATE_LEGEND (self));

  tv_state_icon_set_state (TV_STATE_ICON (sign), state);
  gtk_box_append (GTK_BOX (box), sign);
  gtk_box_append (GTK_BOX (box), gtk_label_new (tv_dump_state_get_word (state)));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Show the threads in this state"));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", target);
  gtk_flow_box_append (GTK_FLOW_BOX (self->flow), button);
}
