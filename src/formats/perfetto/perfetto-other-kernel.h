/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Scheduling and threads of kernels other than Linux. Their recorders write a packet for each state change of a task.
 * The reader collects the changes; tv_perfetto_other_kernel_emit() adds them to the builder at the end. */

TvPerfettoOtherKernel *tv_perfetto_other_kernel_new   (TvPerfettoReader        *reader);
void                   tv_perfetto_other_kernel_free  (TvPerfettoOtherKernel   *self);
void                   tv_perfetto_take_task_state    (TvPerfettoReader        *reader,
                                                       const TvPerfettoMessage *message);
void                   tv_perfetto_take_task_rename   (TvPerfettoReader        *reader,
                                                       const TvPerfettoMessage *message);
void                   tv_perfetto_take_task_tree     (TvPerfettoReader        *reader,
                                                       const TvPerfettoMessage *message);
void                   tv_perfetto_take_cpu_frequency (TvPerfettoReader        *reader,
                                                       const TvPerfettoMessage *message);
void                   tv_perfetto_take_gpu_frequency (TvPerfettoReader        *reader,
                                                       const TvPerfettoMessage *message);
void                   tv_perfetto_other_kernel_get_span (const TvPerfettoOtherKernel *self,
                                                       gint64                  *first,
                                                       gint64                  *last);
void                   tv_perfetto_other_kernel_emit  (TvPerfettoOtherKernel   *self);

G_END_DECLS
