/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* The option `--thread LIST`, which can be given several times. A list contains names, TIDs or TID@PID, separated by
 * commas. */

GArray *tv_thread_list_find (char   **lists,
                             TvTrace *trace,
                             GError **error);

G_END_DECLS
