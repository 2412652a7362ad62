/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_threads;

/* Processes, threads and machines. */

/* Returns: (transfer none) (element-type TvThread / TvProcess): rows by utid and upid, at this address from init() on;
 * only this part adds rows */
GArray *tv_trace_builder_get_thread_rows (const TvTraceBuilder *self);
GArray *tv_trace_builder_get_process_rows (const TvTraceBuilder *self);

/* Owners: a upid, or for rows without a process the number of their machine, which is no upid. */
guint32 tv_trace_builder_get_owner (const TvTraceBuilder *self,
                                    guint32               upid);

static inline gboolean
tv_owner_is_machine (guint32 owner)
{
  return owner > TV_NONE - TV_MAX_MACHINES;
}

/* Returns the machine of the thread, process or CPU that is not TV_NONE; @machine if all of them are. */
guint32 tv_trace_builder_find_machine (const TvTraceBuilder *self,
                                    guint32               utid,
                                    guint32               upid,
                                    guint32               cpu,
                                    guint32               machine);

/* Stages. Processes without a name get that of their main thread, when all names are known. */
void    tv_trace_builder_lay_out_machines (TvTraceBuilder *self);
void    tv_trace_builder_name_processes (TvTraceBuilder  *self);

G_END_DECLS
