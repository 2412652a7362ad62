/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "core/trace.h"

G_BEGIN_DECLS

void tv_state_color_get (TvStateKind  kind,
                         GdkRGBA     *color);

G_END_DECLS
