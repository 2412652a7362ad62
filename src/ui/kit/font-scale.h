/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The text size relative to the default, from the user's font and text scaling: a factor for widths in px that
 * were chosen for the default font. */
double tv_font_scale_get   (void);
int    tv_font_scale_apply (int px);

G_END_DECLS
