/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* The states of threads as they are shown. */

TvStateKind tv_state_text_find_kind (const char  *text,
                                     int          io_wait);
void        tv_state_text_get_color (TvStateKind  kind,
                                     GdkRGBA     *color);

G_END_DECLS
