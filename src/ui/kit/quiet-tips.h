/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Keeps the tooltips of buttons away from the menus that the buttons opened, which they would cover. */

void tv_quiet_tips_install (void);

G_END_DECLS
