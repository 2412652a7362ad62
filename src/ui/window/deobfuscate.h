/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/window.h"

G_BEGIN_DECLS

/* Applies a mapping.txt to the current trace. The file is chosen in a dialog or dropped on the window. */

void tv_deobfuscate_choose (TvWindow *window);
void tv_deobfuscate_drop   (TvWindow *window,
                            GFile    *file);

G_END_DECLS
