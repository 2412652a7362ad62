/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-mark.h"
#include "formats/ftrace/kernel-event-text.h"

G_BEGIN_DECLS

/* Arguments of kernel events, from the text of a log or from the message of a recorder. Both are decoded into the
 * same typed events; a message is rendered as text only on demand. */

/**
 * TvKernelArgs:
 * @bytes: text, or message
 * @event: (nullable): description of the message; %NULL for text
 * @printer: (nullable): kernel that emitted the message; %NULL for text
 * @texts: texts that differ from the bytes of the message, such as formatted numbers; not owned
 *
 * Arguments of a kernel event. Spans of typed events point into @bytes or @texts, or to static strings.
 */
typedef struct
{
  TvSpan bytes;
  const TvKernelEvent *event;
  const TvKernelPrinter *printer;
  GStringChunk *texts;
} TvKernelArgs;

static inline TvKernelArgs
tv_kernel_args_text (TvSpan text)
{
  return (TvKernelArgs){ .bytes = text };
}

/* Functions for payloads that are messages. */

TvEventRenderer tv_kernel_args_renderer_new    (TvKernelRecorder         recorder,
                                                TvKernelVersion          version,
                                                const char              *machine);
gboolean        tv_kernel_args_can_put         (const TvKernelEvent     *event);
void            tv_kernel_args_put             (guint                    number,
                                                TvSpan                   message,
                                                GString                 *payload);
TvKernelArgs    tv_kernel_args_get             (const TvTraceBuilder    *builder,
                                                guint32                  text,
                                                GStringChunk            *texts);

/* Functions that find a field by name. Keys contain the separator, such as "pid=". */

gboolean        tv_kernel_args_find_long       (const TvKernelArgs      *self,
                                                const char              *key,
                                                gint64                  *number);
gboolean        tv_kernel_args_find_word       (const TvKernelArgs      *self,
                                                const char              *key,
                                                TvSpan                  *word);

/**
 * tv_kernel_args_get_…:
 * @event: (optional): event type, if several types have the same struct
 * @out: (out caller-allocates): the typed event; undefined on failure
 *
 * These functions decode the arguments of an event. Fields that a message lacks are 0 or empty.
 *
 * Returns: whether the arguments are well-formed
 */
gboolean        tv_kernel_args_get_switch      (const TvKernelArgs      *self,
                                                TvSchedSwitch           *out);
gboolean        tv_kernel_args_get_wakeup      (const TvKernelArgs      *self,
                                                TvSchedWakeup           *out);
gboolean        tv_kernel_args_get_task        (const TvKernelArgs      *self,
                                                TvFtraceEvent            event,
                                                TvTaskEvent             *out);
gboolean        tv_kernel_args_get_cpu_state   (const TvKernelArgs      *self,
                                                TvCpuState              *out);
gboolean        tv_kernel_args_get_clk         (const TvKernelArgs      *self,
                                                TvFtraceEvent            event,
                                                TvCpuState              *out);
gboolean        tv_kernel_args_get_cpu_limits  (const TvKernelArgs      *self,
                                                TvCpuFrequencyLimits    *out);
gboolean        tv_kernel_args_get_timer       (const TvKernelArgs      *self,
                                                TvSpan                  *function);
gboolean        tv_kernel_args_get_irq         (const TvKernelArgs      *self,
                                                TvFtraceEvent            event,
                                                TvIrqEvent              *out);
gboolean        tv_kernel_args_get_binder      (const TvKernelArgs      *self,
                                                TvFtraceEvent            event,
                                                TvBinderTransaction     *out);
gboolean        tv_kernel_args_get_binder_lock (const TvKernelArgs      *self,
                                                TvSpan                  *tag);
gboolean        tv_kernel_args_get_memory      (const TvKernelArgs      *self,
                                                TvFtraceEvent            event,
                                                TvMemoryEvent           *out);
gboolean        tv_kernel_args_get_system_call (const TvKernelArgs      *self,
                                                TvFtraceEvent            event,
                                                TvSystemCall            *out);
gboolean        tv_kernel_args_get_suspend     (const TvKernelArgs      *self,
                                                TvSuspendEvent          *out);
gboolean        tv_kernel_args_get_wake_source (const TvKernelArgs      *self,
                                                TvWakeSource            *out);
gboolean        tv_kernel_args_get_probe       (const TvKernelArgs      *self,
                                                TvProbeEvent            *out);
gboolean        tv_kernel_args_get_request     (const TvKernelArgs      *self,
                                                TvFtraceEvent            event,
                                                TvBlockRequest          *out);
gboolean        tv_kernel_args_get_file_access (const TvKernelArgs      *self,
                                                TvFtraceEvent            event,
                                                TvFileAccess            *out);
gboolean        tv_kernel_args_get_mark        (const TvKernelArgs      *self,
                                                TvFtraceMark            *out);

G_END_DECLS
