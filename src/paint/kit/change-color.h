/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Violet for what came to less than before, orange for what came to more: a pair that the colour-blind tell apart.
 * Steps are those of tv_call_change_get_step(). */

const TvColor *tv_change_get_color      (const TvTheme *theme,
                                         int            step);
const TvColor *tv_change_get_text_color (const TvTheme *theme,
                                         int            step);

G_END_DECLS
