/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/window.h"

G_BEGIN_DECLS

/* A mapping.txt for the trace that is shown: from a dialog, or dropped on it. */

void tv_deobfuscate_choose (TvWindow *window);
void tv_deobfuscate_drop   (TvWindow *window,
                            GFile    *file);

G_END_DECLS
