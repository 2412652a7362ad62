/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A context menu at a position in a widget, opened by the secondary button, a long press or a key. It is built on
 * demand; unavailable items are disabled, and their tooltip may state the reason.
 *
 * The window action "menu" exposes the items of the open menu with their label, sensitivity and tooltip; without an
 * open menu the list is empty. */

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
