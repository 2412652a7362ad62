/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void tv_ftrace_set_part_bytes (gsize n);

G_END_DECLS
