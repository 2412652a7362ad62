/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A context menu at a position in a widget, opened by the secondary button, a long press or a key. The menu is built
 * when it is opened. Unavailable items are disabled; their tooltips may state the reason.
 *
 * The state of the window action "menu" lists the items of the open menu: label, sensitivity and tooltip. The list is
 * empty if no menu is open. */

void tv_popup_menu_open        (GtkWidget  **popover,
                                GtkWidget   *owner,
                                GMenuModel  *model,
                                double       x,
                                double       y);
void tv_popup_menu_append      (GMenu       *section,
                                const char  *label,
                                const char  *action,
                                const char  *key);
void tv_popup_menu_append_with_why (GMenu   *section,
                                const char  *label,
                                const char  *action,
                                const char  *key,
                                const char  *why);
void tv_popup_menu_append_grey (GMenu       *section,
                                const char  *label,
                                const char  *reason);

G_END_DECLS
