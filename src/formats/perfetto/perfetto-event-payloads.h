/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-compact-sched.h"
#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoKernelRow:
 * @ts: timestamp in ns
 * @text: id of the payload in the builder
 * @file_offset: file offset of the packet
 *
 * A kernel event before it is passed to the builder.
 */
typedef struct
{
  gint64 ts;
  gint32 tid;
  guint32 text;
  guint32 utid;
  guint32 cpu;
  guint64 file_offset;
} TvPerfettoKernelRow;

/**
 * TvPerfettoCpu:
 * @is_known: whether the running task is known, or can be decoded from @switch_payload
 * @task: running task, as an index in the tasks of #TvPerfettoEventPayloads; %TV_NONE if not decoded yet
 * @switch_payload: id of the last switch's payload if @task is %TV_NONE
 *
 * State of a CPU after the last switch.
 */
typedef struct
{
  gboolean is_known;
  guint32 task;
  guint32 switch_payload;
} TvPerfettoCpu;

/**
 * TvPerfettoEventPayloads:
 *
 * The payloads of kernel events in the builder. A payload is the event's message, as recorded, which the handlers
 * decode; or text, for events whose text needs more than the message, see kernel-args.c. An event of CompactSched is
 * converted to the message of an ordinary event. Most of these messages are equal to earlier ones. To find them,
 * tasks are interned as (tid, priority, name), and events are looked up by two tasks and a state.
 */
typedef struct _TvPerfettoEventPayloads TvPerfettoEventPayloads;

TvPerfettoEventPayloads *tv_perfetto_event_payloads_new  (TvPerfettoReader             *reader);
void                  tv_perfetto_event_payloads_free (TvPerfettoEventPayloads         *self);
void                  tv_perfetto_event_payloads_describe (TvPerfettoEventPayloads     *self,
                                                    TvSpan                        message);
guint32               tv_perfetto_event_payloads_ensure  (TvPerfettoEventPayloads         *self,
                                                    TvPerfettoSequence           *sequence,
                                                    TvPerfettoCpu                *cpu,
                                                    guint                         number,
                                                    gint64                        flags,
                                                    TvSpan                        message);
gboolean              tv_perfetto_event_payloads_get_compact (TvPerfettoEventPayloads  *self,
                                                    TvPerfettoCpu                *cpu,
                                                    const TvPerfettoCompactEvent *event,
                                                    TvPerfettoKernelRow          *out);
TvFtraceEventSet      tv_perfetto_event_payloads_get_seen (const TvPerfettoEventPayloads *self);

G_END_DECLS
