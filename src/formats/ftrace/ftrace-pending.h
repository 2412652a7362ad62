/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/* Pending work of devices, such as GPU jobs and DMA fences. Each track has a queue of work, which the device executes
 * in order. The first piece of work is the open slice of the track.
 *
 *   queue of the track   5   5 6   5 6 7   6 7
 *   slices of the track  [5                ][6 …
 */

/* Maximum number of pending pieces of work. Once it is reached, each new piece drops the oldest one. */
#define TV_FTRACE_MAX_PENDING 65536

typedef struct _TvFtracePending TvFtracePending;
typedef struct _TvFtraceWork TvFtraceWork;

TvFtracePending *tv_ftrace_pending_new       (TvTraceBuilder        *builder);
void             tv_ftrace_pending_free      (TvFtracePending       *self);
TvFtraceWork    *tv_ftrace_pending_find      (const TvFtracePending *self,
                                              guint32                name,
                                              gint64                 number);
TvFtraceWork    *tv_ftrace_pending_add       (TvFtracePending       *self,
                                              guint32                name,
                                              gint64                 number,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_pending_enqueue   (TvFtracePending       *self,
                                              TvFtraceWork          *work,
                                              guint32                track_name,
                                              guint32                symbol,
                                              guint32                key,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_pending_finish    (TvFtracePending       *self,
                                              TvFtraceWork          *work,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_pending_finish_up_to
                                             (TvFtracePending       *self,
                                              TvFtraceWork          *work,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_pending_empty_queue
                                             (TvFtracePending       *self,
                                              guint32                track_name,
                                              gint64                 ts,
                                              gint64                 where);
void             tv_ftrace_work_set_cause    (TvFtraceWork          *self,
                                              guint64                slice);
gboolean         tv_ftrace_work_is_in_queue  (const TvFtraceWork    *self);

G_END_DECLS
