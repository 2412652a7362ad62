/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/* Pending work of devices, such as GPU jobs and fences of drivers. Work in the queue of a track is done in order; the
 * first piece is the open slice of the track.
 *
 *   queue of the lane   5   5 6   5 6 7   6 7
 *   the lane            [5                ][6 …
 */

/* Maximum number of pending pieces of work. In a log whose work never finishes, each new piece drops the oldest. */
#define TV_FTRACE_MAX_BACKLOG 65536

typedef struct _TvFtraceBacklog TvFtraceBacklog;
typedef struct _TvFtraceWork TvFtraceWork;

TvFtraceBacklog *tv_ftrace_backlog_new       (TvTraceBuilder        *builder);
void             tv_ftrace_backlog_free      (TvFtraceBacklog       *self);
TvFtraceWork    *tv_ftrace_backlog_find      (const TvFtraceBacklog *self,
                                              guint32                name,
                                              gint64                 number);
TvFtraceWork    *tv_ftrace_backlog_add       (TvFtraceBacklog       *self,
                                              guint32                name,
                                              gint64                 number,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_backlog_enqueue   (TvFtraceBacklog       *self,
                                              TvFtraceWork          *work,
                                              guint32                lane,
                                              guint32                symbol,
                                              guint32                key,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_backlog_finish    (TvFtraceBacklog       *self,
                                              TvFtraceWork          *work,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_backlog_finish_up_to
                                             (TvFtraceBacklog       *self,
                                              TvFtraceWork          *work,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_backlog_empty_queue
                                             (TvFtraceBacklog       *self,
                                              guint32                lane,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_work_set_cause    (TvFtraceWork          *self,
                                              guint64                slice);
gboolean         tv_ftrace_work_is_in_queue  (const TvFtraceWork    *self);

G_END_DECLS
