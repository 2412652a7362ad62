/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Attribute of menu items with their tooltip, a string. GtkPopoverMenu itself does not support tooltips. */
#define TV_MENU_TIP "tip"

/* Attribute of menu items with the tooltip for the disabled state, which is the reason. */
#define TV_MENU_WHY_GREY "why-grey"

/**
 * TvMenuEntry:
 * @label: label of the item
 * @button: widget of the item
 *
 * An item of a menu.
 */
typedef struct
{
  const char *label;
  GtkWidget *button;
} TvMenuEntry;

GArray *tv_menu_tips_show (GtkPopoverMenu *menu);

G_END_DECLS
