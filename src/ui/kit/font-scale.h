/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* How much larger texts are than usual, by the user's font and the scaling of texts; for widths in
 * px that were chosen for the usual font. */
double tv_font_scale_get   (void);
int    tv_font_scale_apply (int px);

G_END_DECLS
