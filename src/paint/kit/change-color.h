/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/kit/palette.h"

G_BEGIN_DECLS

/* Colours of changes: violet for decreases and orange for increases, which people with colour blindness can
 * distinguish. tv_call_change_get_step() defines the steps. */

const TvColor *tv_change_get_color      (const TvTheme *theme,
                                         int            step);
const TvColor *tv_change_get_text_color (const TvTheme *theme,
                                         int            step);

G_END_DECLS
