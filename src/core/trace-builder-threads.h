/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"

G_BEGIN_DECLS

/* Adds processes and threads with their names and lifetimes. */

guint32 tv_trace_builder_ensure_process    (TvTraceBuilder *self,
                                         guint32         pid);
guint32 tv_trace_builder_add_process    (TvTraceBuilder *self,
                                         guint32         pid);
void    tv_trace_builder_name_process   (TvTraceBuilder *self,
                                         guint32         upid,
                                         guint32         name);
void    tv_trace_builder_describe_process (TvTraceBuilder *self,
                                         guint32         upid,
                                         guint32         uid,
                                         guint32         cmdline);
void    tv_trace_builder_set_process_parent (TvTraceBuilder *self,
                                             guint32         upid,
                                             guint32         parent);
void    tv_trace_builder_list_process_start (TvTraceBuilder *self,
                                             guint32         upid,
                                             gint64          ts);
guint32 tv_trace_builder_get_process_name (TvTraceBuilder *self,
                                         guint32         upid);
void    tv_trace_builder_find_process_times (TvTraceBuilder *self);

guint32  tv_trace_builder_add_thread         (TvTraceBuilder *self,
                                              guint32         upid,
                                              guint32         tid);
guint32  tv_trace_builder_ensure_thread         (TvTraceBuilder *self,
                                              guint32         upid,
                                              guint32         tid);
guint32  tv_trace_builder_get_thread_id      (TvTraceBuilder *self,
                                              guint32         utid);
guint32  tv_trace_builder_get_thread_machine (TvTraceBuilder *self,
                                              guint32         utid);
void     tv_trace_builder_name_thread        (TvTraceBuilder *self,
                                              guint32         utid,
                                              guint32         name);
void     tv_trace_builder_set_thread_process (TvTraceBuilder *self,
                                              guint32         utid,
                                              guint32         upid);
guint32  tv_trace_builder_get_thread_process (TvTraceBuilder *self,
                                              guint32         utid);
void     tv_trace_builder_start_thread       (TvTraceBuilder *self,
                                              guint32         utid,
                                              guint32         parent,
                                              gint64          ts);
void     tv_trace_builder_end_thread         (TvTraceBuilder *self,
                                              guint32         utid,
                                              gint64          ts);
gint64   tv_trace_builder_get_thread_end     (TvTraceBuilder *self,
                                              guint32         utid);
void     tv_trace_builder_set_idle           (TvTraceBuilder *self,
                                              guint32         utid);

G_END_DECLS
