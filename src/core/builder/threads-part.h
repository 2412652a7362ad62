/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_threads;

/* Processes, threads and machines. */

/* Returns: (transfer none) (element-type TvThread / TvProcess): rows by utid and upid. The address of the array does
 * not change; only this part adds rows */
GArray *tv_trace_builder_get_thread_rows (const TvTraceBuilder *self);
GArray *tv_trace_builder_get_process_rows (const TvTraceBuilder *self);

/* Returns the owner of a row: its upid, or, if there is no process, a number for the current machine that differs
 * from all upids. */
guint32 tv_trace_builder_get_owner (const TvTraceBuilder *self,
                                    guint32               upid);

static inline gboolean
tv_owner_is_machine (guint32 owner)
{
  return owner > TV_NONE - TV_MAX_MACHINES;
}

/* Returns the machine of the first argument that is not TV_NONE: a thread, a process or a CPU; @machine if all of
 * them are TV_NONE. */
guint32 tv_trace_builder_find_machine (const TvTraceBuilder *self,
                                    guint32               utid,
                                    guint32               upid,
                                    guint32               cpu,
                                    guint32               machine);

/* Stages. The second stage, when all names are known, names processes without a name after their main thread. */
void    tv_trace_builder_lay_out_machines (TvTraceBuilder *self);
void    tv_trace_builder_name_processes (TvTraceBuilder  *self);

G_END_DECLS
