/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Hides the tooltip of a menu button while its menu is visible, because it would cover the menu. */

void tv_menu_tooltips_install (void);

G_END_DECLS
