/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A menu that opens at a point of a widget, with the secondary button, a long press or a key. What it offers
 * is made each time; what of that cannot be done is grey, and may say why in its tooltip.
 *
 * What is open is told from outside by the window's action "menu": an item each, whether it can be chosen and
 * its tooltip; nothing while no menu is. */

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
