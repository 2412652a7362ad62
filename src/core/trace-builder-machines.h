/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/machines.h"

G_BEGIN_DECLS

/* Adds guest machines. Thread ids and process ids belong to the current machine. So do counters, tracks and event
 * payloads without another owner. */

guint32 tv_trace_builder_add_machine  (TvTraceBuilder *self,
                                       guint32         device,
                                       guint32         id);
void    tv_trace_builder_name_machine (TvTraceBuilder *self,
                                       guint32         machine,
                                       guint32         name);
void    tv_trace_builder_set_machine  (TvTraceBuilder *self,
                                       guint32         machine);
guint32 tv_trace_builder_get_machine  (const TvTraceBuilder *self);
guint32 tv_trace_builder_get_n_machines (const TvTraceBuilder *self);
guint32 tv_trace_builder_get_cpu      (const TvTraceBuilder *self,
                                       guint32         machine,
                                       guint32         number);
guint32 tv_trace_builder_get_text_machine (const TvTraceBuilder *self,
                                       guint32         text);

G_END_DECLS
