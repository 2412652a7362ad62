/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Called once by ui/application.c. Adds an emission hook to the "map" signal of all widgets, so that every menu
 * button of the program is affected. */

#include "ui/kit/menu-tooltips.h"

#define WATCHED_KEY "tv-quiet-tips" /* key on popovers: "unmap" is connected */

/* Returns: (nullable): the menu button to which a popover belongs; NULL if @widget is not the popover of a menu
 * button */
static GtkWidget *
find_button (GtkWidget *widget)
{
  GtkWidget *parent = GTK_IS_POPOVER (widget) ? gtk_widget_get_parent (widget) : NULL;

  return parent != NULL && GTK_IS_MENU_BUTTON (parent) ? parent : NULL;
}

static gboolean
has_tip (GtkWidget *button)
{
  const char *text = gtk_widget_get_tooltip_text (button);

  return text != NULL && *text != '\0';
}

static void
on_popover_unmapped (GtkWidget *popover, gpointer data)
{
  GtkWidget *button = find_button (popover);

  if (button != NULL && has_tip (button))
    gtk_widget_set_has_tooltip (button, TRUE);
}

static gboolean
on_mapped (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (&values[0]);
  GtkWidget *button = find_button (widget);

  if (button != NULL && has_tip (button))
    {
      gtk_widget_set_has_tooltip (button, FALSE);
      if (g_object_get_data (G_OBJECT (widget), WATCHED_KEY) == NULL)
        g_signal_connect (widget, "unmap", G_CALLBACK (on_popover_unmapped), NULL);
      g_object_set_data (G_OBJECT (widget), WATCHED_KEY, widget);
    }
  return TRUE;
}

/* Starts to watch the popovers of all menu buttons. Must be called only once. */
void
tv_menu_tooltips_install (void)
{
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, on_mapped, NULL, NULL);
}
