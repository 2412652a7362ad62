/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/facts/facts.h"

G_BEGIN_DECLS

/* Facts about scheduling: the cause of a wait, the waker, the threads that occupied the CPU, and the threads that
 * were woken. */

void tv_facts_add_waker        (TvFacts        *self,
                                TvTrace        *trace,
                                TvFactUse       uses,
                                const TvWakeup *wakeup,
                                gint64          start_ns);
void tv_facts_add_run          (TvFacts        *self,
                                TvTrace        *trace,
                                guint32         state);
void tv_facts_add_latency      (TvFacts        *self,
                                TvTrace        *trace,
                                guint32         state);
void tv_facts_add_wait         (TvFacts        *self,
                                TvTrace        *trace,
                                guint32         state);
void tv_facts_add_longest_wait (TvFacts        *self,
                                TvTrace        *trace,
                                guint32         utid,
                                gint64          start_ns,
                                gint64          end_ns);

G_END_DECLS
