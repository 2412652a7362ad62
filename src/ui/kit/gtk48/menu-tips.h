/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Menu item attribute for the tooltip, a string. GtkPopoverMenu itself does not support tooltips. */
#define TV_MENU_TIP "tip"

/* Menu item attribute for the tooltip of a disabled item, which states the reason. */
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
