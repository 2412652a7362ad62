/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Test interface of the ftrace format. formats/format.h declares the format itself. */

void tv_ftrace_set_task_size (gsize   bytes,
                              guint32 events);

G_END_DECLS
