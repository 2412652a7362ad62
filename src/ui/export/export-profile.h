/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/window.h"

G_BEGIN_DECLS

/* Writing the profile that a window shows, in the order shown. */

void tv_export_profile_choose (TvWindow *window);
void tv_export_profile        (TvWindow *window,
                               GFile    *file);

G_END_DECLS
