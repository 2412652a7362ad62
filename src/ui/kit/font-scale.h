/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The user's font size relative to the default, including text scaling. Widths in px that were chosen for the default
 * font are multiplied by it. */
double tv_font_scale_get   (void);
int    tv_font_scale_apply (int px);

G_END_DECLS
