/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "ui/views/dump/stack-menu.h"

#include <glib/gi18n.h>

#include "ui/kit/popup-menu.h"
#include "ui/views/symbol-menu.h"

/**
 * tv_stack_menu_open:
 * @popover: (inout): the menu that was open before, or %NULL; it goes with @owner
 * @owner: a pane with the actions of the group "stack"
 * @session: a session
 * @symbol: of the frame that it is about, or %TV_NONE of a lock, and of code without a name
 * @x: where in @owner
 * @y: likewise
 *
 * Opens the menu of a frame and its stack.
 */
void
tv_stack_menu_open (GtkWidget **popover,
                    GtkWidget *owner,
                    TvSession *session,
                    guint32 symbol,
                    double x,
                    double y)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenu) stack = g_menu_new ();

  if (symbol != TV_NONE)
    tv_symbol_menu_append (menu, session, symbol);
  tv_popup_menu_append (stack, _("_Follow Lock"), "stack.follow", NULL);
  tv_popup_menu_append (stack, _("_Copy Stack"), "stack.copy", "<Control>c");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (stack));
  tv_popup_menu_open (popover, owner, G_MENU_MODEL (menu), x, y);
}
