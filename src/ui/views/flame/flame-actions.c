/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What can be done with a frame: by keys, and by the menu that comes with the secondary button, a long press
 * or a key. All is about the selected frame, so the menu selects the one it is for. */

#include "ui/views/flame/flame-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ui/kit/popup-menu.h"
#include "ui/views/symbol-menu.h"

/* ---- Walking ---- */

static guint32
get_parent (TvFlameGraph *self, guint32 node)
{
  return tv_flame_layout_get_node (self->layout, node)->parent;
}

/* The widest that is called, if it has any width. */
static guint32
get_widest_child (TvFlameGraph *self, guint32 node)
{
  return tv_flame_layout_count_wide (self->layout, node, 0.0) > 0
             ? tv_flame_layout_get_child (self->layout, node, 0)
             : TV_NONE;
}

static guint32
find_step (TvFlameGraph *self, const char *action)
{
  gboolean is_up = g_str_equal (action, "flame.up"), is_down = g_str_equal (action, "flame.down");
  TvFlameView view;

  if (self->selected == TV_NONE)
    return self->zoom;
  if (is_up || is_down)
    return is_up != self->is_flipped ? get_parent (self, self->selected)
                                     : get_widest_child (self, self->selected);
  if (!tv_flame_graph_get_view (self, &view))
    return TV_NONE;
  return tv_flame_painter_find_beside (self->painter, &view, self->selected,
                                       g_str_equal (action, "flame.left") ? -1 : 1);
}

static void
step_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  guint32 node = self->layout != NULL ? find_step (self, action) : TV_NONE;

  if (node == TV_NONE)
    {
      gtk_widget_error_bell (widget);
      return;
    }
  tv_flame_graph_select (self, node);
  tv_flame_graph_reveal (self, node);
}

/* ---- Zooming ---- */

static void
zoom_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  guint32 node = 0;

  if (self->layout == NULL)
    return;
  if (g_str_equal (action, "flame.zoom-in"))
    node = self->selected;
  else if (g_str_equal (action, "flame.zoom-out"))
    node = get_parent (self, self->zoom);
  if (node != TV_NONE)
    tv_flame_graph_zoom_to (self, node);
}

/* ---- Copying ---- */

/* The innermost first, as stacks are written; reversed ones begin with it. */
static void
copy_stack_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  g_autoptr (GString) text = g_string_new (NULL);
  TvCallTree *tree;

  if (self->layout == NULL || self->selected == TV_NONE)
    return;
  tree = tv_flame_layout_get_tree (self->layout);
  for (guint32 node = self->selected; get_parent (self, node) != TV_NONE;
       node = get_parent (self, node))
    {
      g_autofree char *label = tv_call_tree_dup_label (
          tree, tv_flame_layout_get_node (self->layout, node)->name);
      g_autofree char *line = g_strconcat (label, "\n", NULL);

      g_string_insert (text, tv_call_tree_get_flags (tree) & TV_CALL_TREE_REVERSED ? 0 : -1, line);
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text->str);
}

/* ---- The menu ---- */

static GMenuModel *
make_menu (TvFlameGraph *self)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) zoom = g_menu_new ();

  tv_popup_menu_append_with_why (zoom, _("_Zoom to It"), "flame.zoom-in", "Return",
                                 _("It is as wide as the window"));
  tv_popup_menu_append_with_why (zoom, _("Zoom O_ut"), "flame.zoom-out", "BackSpace",
                                 _("All is shown"));
  tv_popup_menu_append_with_why (zoom, _("Show _All"), "flame.fit", "f", _("All is shown"));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (zoom));
  tv_symbol_menu_append (menu, self->session, tv_session_get_selected_symbol (self->session));
  return G_MENU_MODEL (menu);
}

/* Opens the menu of a node there. Returns: whether it has one */
gboolean
tv_flame_graph_open_menu (TvFlameGraph *self, guint32 node, double x, double y)
{
  g_autoptr (GMenuModel) menu = NULL;

  tv_flame_graph_drop_card (self);
  tv_flame_graph_select (self, node);
  menu = make_menu (self);
  tv_popup_menu_open (&self->menu, GTK_WIDGET (self), menu, x, y);
  return TRUE;
}

void
tv_flame_graph_allocate_menu (TvFlameGraph *self)
{
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static void
menu_action (GtkWidget *widget, const char *action, GVariant *parameter)
{
  TvFlameGraph *self = TV_FLAME_GRAPH (widget);
  TvTimelineRect rect;
  TvFlameView view;

  if (self->selected == TV_NONE || !tv_flame_graph_get_view (self, &view) ||
      !tv_flame_painter_find_rect (self->painter, &view, self->selected, &rect))
    return;
  tv_flame_graph_open_menu (self, self->selected, rect.x + MIN (rect.width, 24.0),
                            CLAMP (rect.y + rect.height, 0.0, view.height));
}

/* ---- */

/* What cannot be done now is grey. */
void
tv_flame_graph_update_actions (TvFlameGraph *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean has_selected = self->layout != NULL && self->selected != TV_NONE;

  gtk_widget_action_set_enabled (widget, "flame.zoom-in",
                                 has_selected && self->selected != self->zoom);
  gtk_widget_action_set_enabled (widget, "flame.zoom-out", self->layout != NULL && self->zoom != 0);
  gtk_widget_action_set_enabled (widget, "flame.fit", self->layout != NULL && self->zoom != 0);
  gtk_widget_action_set_enabled (widget, "flame.menu", has_selected);
  gtk_widget_action_set_enabled (widget, "calls.copy-stack", has_selected);
}

void
tv_flame_graph_class_add_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } keys[] = {
    { GDK_KEY_Return, 0, "flame.zoom-in" },
    { GDK_KEY_KP_Enter, 0, "flame.zoom-in" },
    { GDK_KEY_BackSpace, 0, "flame.zoom-out" },
    { GDK_KEY_f, 0, "flame.fit" },
    { GDK_KEY_Left, 0, "flame.left" },
    { GDK_KEY_KP_Left, 0, "flame.left" },
    { GDK_KEY_Right, 0, "flame.right" },
    { GDK_KEY_KP_Right, 0, "flame.right" },
    { GDK_KEY_Up, 0, "flame.up" },
    { GDK_KEY_KP_Up, 0, "flame.up" },
    { GDK_KEY_Down, 0, "flame.down" },
    { GDK_KEY_KP_Down, 0, "flame.down" },
    { GDK_KEY_Menu, 0, "flame.menu" },
    { GDK_KEY_F10, GDK_SHIFT_MASK, "flame.menu" },
  };
  static const char *const steps[] = { "flame.left", "flame.right", "flame.up", "flame.down" };
  static const char *const zooms[] = { "flame.zoom-in", "flame.zoom-out", "flame.fit" };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    gtk_widget_class_install_action (widget_class, steps[i], NULL, step_action);
  for (guint i = 0; i < G_N_ELEMENTS (zooms); i++)
    gtk_widget_class_install_action (widget_class, zooms[i], NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "flame.menu", NULL, menu_action);
  gtk_widget_class_install_action (widget_class, "calls.copy-stack", NULL, copy_stack_action);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding_action (widget_class, keys[i].key, keys[i].modifiers,
                                         keys[i].action, NULL);
}
