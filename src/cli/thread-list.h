/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint/timeline/layout.h"

G_BEGIN_DECLS

/* The option `--threads LIST`, given once or more often: names or numbers, separated by commas. */

gboolean tv_thread_list_show_only (char             **lists,
                                   TvTrace           *trace,
                                   TvTimelineLayout  *layout,
                                   GError           **error);

G_END_DECLS
