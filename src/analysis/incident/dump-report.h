/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Finds the dumped threads of crashes, freezes and dumps on the timeline, see %TV_ROLE_REPORTS. */

guint32 tv_dump_find_main     (TvTrace *trace,
                               guint32  dump);
guint32 tv_dump_find_reported (TvTrace *trace,
                               guint32  slice);

G_END_DECLS
