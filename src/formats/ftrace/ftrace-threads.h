/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/id-map.h"
#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-line.h"

G_BEGIN_DECLS

/**
 * TvFtraceThreads:
 *
 * The threads and processes that a log mentions: who has which id, belongs to whom and is called
 * what. A thread's last name counts; `<...>` is none.
 */
typedef struct
{
  TvTraceBuilder *builder;
  TvIdMap utids; /* tid → utid */
  TvIdMap upids; /* pid → upid */
  GArray *names; /* guint32 string by utid, TV_NONE = not known */
} TvFtraceThreads;

void    tv_ftrace_threads_init        (TvFtraceThreads *self,
                                       TvTraceBuilder  *builder);
void    tv_ftrace_threads_clear       (TvFtraceThreads *self);
guint32 tv_ftrace_threads_get         (TvFtraceThreads *self,
                                       gint32           tid);
guint32 tv_ftrace_threads_get_named   (TvFtraceThreads *self,
                                       gint32           tid,
                                       TvSpan           comm);
void    tv_ftrace_threads_name        (TvFtraceThreads *self,
                                       guint32          utid,
                                       guint32          name);
gboolean tv_ftrace_threads_is_name    (TvSpan           comm);
guint32 tv_ftrace_threads_get_process (TvFtraceThreads *self,
                                       gint32           pid);
void    tv_ftrace_threads_set_process (TvFtraceThreads *self,
                                       guint32          utid,
                                       gint32           pid);

G_END_DECLS
