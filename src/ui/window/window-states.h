/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/window.h"

G_BEGIN_DECLS

/* The states of the window's actions; what they mean is told in window-actions.h. */

void tv_window_states_add    (TvWindow *self);
void tv_window_states_update (TvWindow *self);

G_END_DECLS
