/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/memory/id-map.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-threads.h"
#include "formats/htrace/htrace-file.h"

G_BEGIN_DECLS

/* Adds the kernel events in ftrace-plugin messages to the builder, as recorded messages or, in a few cases, as the
 * text that the kernel would print (kernel-args.c). formats/ftrace/ftrace-replay.h interprets these events later.
 * Call order: tv_htrace_kernel_survey() for all messages, tv_htrace_kernel_take() for all messages,
 * tv_htrace_kernel_finish(). */
typedef struct _TvHtraceKernel TvHtraceKernel;

TvHtraceKernel  *tv_htrace_kernel_new      (TvTraceBuilder        *builder,
                                            TvFtraceThreads       *threads);
void             tv_htrace_kernel_free     (TvHtraceKernel        *self);
void             tv_htrace_kernel_survey   (TvHtraceKernel        *self,
                                            TvHtraceFile          *file,
                                            const TvHtraceMessage *message);
void             tv_htrace_kernel_take     (TvHtraceKernel        *self,
                                            const TvHtraceFile    *file,
                                            const TvHtraceMessage *message);
gboolean         tv_htrace_kernel_finish   (TvHtraceKernel        *self);
TvFtraceEventSet tv_htrace_kernel_get_seen (const TvHtraceKernel  *self);

G_END_DECLS
