/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_threads;

/* Processes, threads and machines. */

/* Return: (transfer none) (element-type TvThread / TvProcess): the rows by utid or upid. Only this part adds rows;
 * the address of the array does not change */
GArray *tv_trace_builder_get_thread_rows (const TvTraceBuilder *self);
GArray *tv_trace_builder_get_process_rows (const TvTraceBuilder *self);

/* Returns the owner for a upid: the upid itself, or for TV_NONE, a number for the current machine that differs from
 * all upids. */
guint32 tv_trace_builder_get_owner (const TvTraceBuilder *self,
                                    guint32               upid);

static inline gboolean
tv_owner_is_machine (guint32 owner)
{
  return owner > TV_NONE - TV_MAX_MACHINES;
}

/* Returns the machine of the first of @utid, @upid and @cpu that is not TV_NONE; @machine if all of them are. */
guint32 tv_trace_builder_find_machine (const TvTraceBuilder *self,
                                    guint32               utid,
                                    guint32               upid,
                                    guint32               cpu,
                                    guint32               machine);

/* Stages. The second stage gives processes without a name that of their main thread; it runs when all names are
 * known. */
void    tv_trace_builder_lay_out_machines (TvTraceBuilder *self);
void    tv_trace_builder_name_processes (TvTraceBuilder  *self);

G_END_DECLS
