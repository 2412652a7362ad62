/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/* Events that a thread takes from its queue and processes one after another:
 *
 *   sent ─── due ────────── began ───────────── ended
 *             └─── delay ───┘└────── run ───────┘ */

gint64  tv_queue_event_get_delay_ns (const TvQueueEvent *event);
gint64  tv_queue_event_get_run_ns   (const TvQueueEvent *event);
guint32 tv_queue_find_blocking      (TvTrace            *trace,
                                     guint32             fault);
guint32 tv_queue_count_waiting      (TvTrace            *trace,
                                     guint32             fault);

G_END_DECLS
