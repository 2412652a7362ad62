/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Tooltips of menu items, which GtkPopoverMenu does not take from its model. This item attribute, a string, sets
 * the tooltip. */
#define TV_MENU_TIP "tip"

/* Attribute with the tooltip of a disabled item: the reason. */
#define TV_MENU_WHY_GREY "why-grey"

/**
 * TvMenuEntry:
 * @label: label
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
