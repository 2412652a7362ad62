/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/window/window.h"

G_BEGIN_DECLS

void tv_go_to_time_ask (TvWindow *window);

G_END_DECLS
