/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the colours of calls tell, chosen with a key. */

#include "ui/views/timeline/timeline-private.h"

#include <glib/gi18n.h>

/* The next thing that colours can tell. */
static void
cycle_colours_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TvTimeline *self = TV_TIMELINE (widget);
  g_autofree char *text = NULL;
  TvColorBy by;

  if (self->session == NULL)
    return;
  by = (tv_session_get_colour_by (self->session) + 1) % TV_N_COLOR_BY;
  tv_session_set_colour_by (self->session, by);
  /* Translators: %s is Method, Name, Package, First Word, Thread or Duration */
  text = g_strdup_printf (
      _("Colours: %s"),
      tv_color_by_get_title (by, tv_trace_names_methods (tv_session_get_trace (self->session))));
  tv_timeline_show_toast (self, text);
}

void
tv_timeline_class_add_color_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "timeline.cycle-colours", NULL,
                                   cycle_colours_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, 0, "timeline.cycle-colours", NULL);
}
