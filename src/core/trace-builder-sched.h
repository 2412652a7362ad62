/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/problem.h"
#include "core/scheduling.h"

G_BEGIN_DECLS

/* Adds scheduling. One thread may call these functions, and those that set names, starts, ends and idleness of
 * threads. Meanwhile, another thread may call the other functions of the builder, except those that add strings and
 * threads. The result is in the order of the events, independent of the timing of the two threads. */

void tv_trace_builder_switch            (TvTraceBuilder *self,
                                         guint32         cpu,
                                         guint32         prev,
                                         TvStateKind     prev_state,
                                         guint32         prev_state_text,
                                         guint32         next,
                                         gint32          next_priority,
                                         gint64          ts,
                                         gint64          where);
void tv_trace_builder_wake              (TvTraceBuilder *self,
                                         guint32         utid,
                                         guint32         waker,
                                         gint8           irq_context,
                                         gboolean        is_of_preempted,
                                         gint64          ts);
void tv_trace_builder_note_waking       (TvTraceBuilder *self,
                                         guint32         utid,
                                         guint32         waker,
                                         gint8           irq_context,
                                         gint64          ts);
void tv_trace_builder_add_blocked_reason           (TvTraceBuilder *self,
                                         guint32         utid,
                                         gboolean        is_io,
                                         guint32         function);
void tv_trace_builder_end_sched_recording (TvTraceBuilder *self,
                                         gint64          ts);
void tv_trace_builder_infer_switches        (TvTraceBuilder *self,
                                         guint32         first,
                                         guint32         end);
void tv_trace_builder_end_life          (TvTraceBuilder *self,
                                         guint32         utid,
                                         guint32         row);
void tv_trace_builder_add_sched_problem (TvTraceBuilder *self,
                                         TvProblemKind   kind,
                                         gint64          where,
                                         const char     *detail_format,
                                         ...) G_GNUC_PRINTF (4, 5);

G_END_DECLS
