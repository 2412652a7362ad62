/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Hides the tooltips of buttons while the menus that they opened are visible, because the tooltips would cover
 * them. */

void tv_quiet_tips_install (void);

G_END_DECLS
