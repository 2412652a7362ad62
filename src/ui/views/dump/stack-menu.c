/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Context menu of a stack frame. Called by stack-pane.c. The menu uses actions of the pane (“stack.…”) and of the
 * page (“calls.…”). Stateless; only replaces the model of the popover. */

#include "ui/views/dump/stack-menu.h"

#include <glib/gi18n.h>

#include "ui/kit/popup-menu.h"
#include "ui/views/symbol-menu.h"

/**
 * tv_stack_menu_open:
 * @popover: (inout): popover of the menu, created if it is %NULL; @owner must unparent it
 * @owner: pane with the actions “stack.…”
 * @session: a session
 * @symbol: symbol of the frame; %TV_NONE for locks and code without a symbol
 * @x: x position in @owner
 * @y: y position in @owner
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
