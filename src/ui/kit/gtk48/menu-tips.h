/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Tooltips of a menu's items, which a GtkPopoverMenu does not take from its model. An item has its own as
 * this attribute, a string. */
#define TV_MENU_TIP "tip"

/* The same of an item only while it is grey: why. */
#define TV_MENU_WHY_GREY "why-grey"

/**
 * TvMenuEntry:
 * @label: as it is read
 * @button: what is clicked
 *
 * An item that a menu shows.
 */
typedef struct
{
  const char *label;
  GtkWidget *button;
} TvMenuEntry;

GArray *tv_menu_tips_show (GtkPopoverMenu *menu);

G_END_DECLS
