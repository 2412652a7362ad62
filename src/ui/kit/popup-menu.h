/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A context menu at a point of a widget, opened by the secondary button, a long press or a key. It is built on
 * demand; unavailable items are disabled, and their tooltip may give the reason.
 *
 * The window's action "menu" exposes the open menu: label, sensitivity and tooltip of each item; empty without a
 * menu. */

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
