/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Finds slices that had not ended when a device reported a freeze, see %TV_SLICE_UNFINISHED. */

guint32 tv_unfinished_find_event (TvTrace                 *trace,
                                  const TvQueueEvent      *event);
guint32 tv_unfinished_find_call  (TvTrace                 *trace,
                                  const TvDumpTransaction *call);

G_END_DECLS
