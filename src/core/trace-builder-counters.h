/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/counters.h"

G_BEGIN_DECLS

/* Adds counters and their values. */

guint32 tv_trace_builder_ensure_counter      (TvTraceBuilder *self,
                                           guint32         upid,
                                           guint32         cpu,
                                           guint32         name);
guint32 tv_trace_builder_get_thread_counter (TvTraceBuilder *self,
                                           guint32         utid,
                                           guint32         name);
guint32 tv_trace_builder_ensure_pending_counter (TvTraceBuilder *self,
                                           guint32         utid,
                                           guint32         name);
void    tv_trace_builder_describe_counter (TvTraceBuilder *self,
                                           guint32         counter,
                                           TvCounterRole   role,
                                           TvCounterUnit   unit);
void    tv_trace_builder_set_counter_source (TvTraceBuilder *self,
                                           guint32         counter,
                                           guint32         name,
                                           guint32         session);
void    tv_trace_builder_add_sample       (TvTraceBuilder *self,
                                           guint32         counter,
                                           gint64          ts,
                                           double          value);

G_END_DECLS
