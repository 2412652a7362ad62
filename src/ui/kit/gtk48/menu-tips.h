/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Attribute of a menu item: tooltip, a string. GtkPopoverMenu itself does not support tooltips. */
#define TV_MENU_TIP "tip"

/* Attribute of a menu item: tooltip that states the reason while the item is disabled, a string. */
#define TV_MENU_WHY_GREY "why-grey"

/**
 * TvMenuEntry:
 * @label: label of the item, owned by the array of tv_menu_tips_show()
 * @button: widget of the item
 *
 * An item of an open menu.
 */
typedef struct
{
  const char *label;
  GtkWidget *button;
} TvMenuEntry;

GArray *tv_menu_tips_show (GtkPopoverMenu *menu);

G_END_DECLS
