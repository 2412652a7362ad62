/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Adds the kernel events in bundles to the builder, as recorded messages or, in a few cases, as the text that the
 * kernel would print (kernel-args.c). formats/ftrace/ftrace-replay.h interprets these events later. */

TvPerfettoKernelEvents *tv_perfetto_kernel_events_new    (TvPerfettoReader             *reader);
void                    tv_perfetto_kernel_events_free   (TvPerfettoKernelEvents       *self);
gboolean                tv_perfetto_kernel_events_survey (TvPerfettoReader             *reader,
                                                          const TvPerfettoPacket       *packet);
void                    tv_perfetto_kernel_events_take   (TvPerfettoKernelEvents       *self,
                                                          const TvPerfettoMessage      *message);
void                    tv_perfetto_kernel_events_swap_rows   (TvPerfettoKernelEvents       *self);
void                    tv_perfetto_kernel_events_add    (TvPerfettoKernelEvents       *self);
gboolean                tv_perfetto_kernel_events_finish (TvPerfettoKernelEvents       *self);
TvFtraceEventSet        tv_perfetto_kernel_events_get_seen
                                                         (const TvPerfettoKernelEvents *self);

G_END_DECLS
