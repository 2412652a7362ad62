/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-compact-sched.h"
#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoKernelRow:
 * @ts: timestamp in ns
 * @tid: tid of the thread
 * @text: row in the builder's texts
 * @utid: utid of the thread
 * @cpu: CPU
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
 * @is_known: whether a switch has been seen
 * @task: running task: index in the tasks of #TvPerfettoEventTexts
 *
 * State of a CPU after the last switch.
 */
typedef struct
{
  gboolean is_known;
  guint32 task;
} TvPerfettoCpu;

/**
 * TvPerfettoEventTexts:
 *
 * The texts of kernel events. Most events are equal to earlier ones, so each distinct event is formatted only
 * once. Scheduling events are looked up by numbers: tasks are interned as (id, priority, name), and the key
 * consists of two tasks and a state. Other events are looked up by the bytes of their message.
 */
typedef struct _TvPerfettoEventTexts TvPerfettoEventTexts;

TvPerfettoEventTexts *tv_perfetto_event_texts_new  (TvPerfettoReader             *reader);
void                  tv_perfetto_event_texts_free (TvPerfettoEventTexts         *self);
void                  tv_perfetto_event_texts_describe (TvPerfettoEventTexts     *self,
                                                    TvSpan                        message);
guint32               tv_perfetto_event_texts_get  (TvPerfettoEventTexts         *self,
                                                    TvPerfettoSequence           *sequence,
                                                    TvPerfettoCpu                *cpu,
                                                    guint                         number,
                                                    gint64                        flags,
                                                    TvSpan                        message);
gboolean              tv_perfetto_event_texts_is_bad_mark (const TvPerfettoEventTexts *self,
                                                    guint                         number);
gboolean              tv_perfetto_event_texts_get_compact (TvPerfettoEventTexts  *self,
                                                    TvPerfettoCpu                *cpu,
                                                    const TvPerfettoCompactEvent *event,
                                                    TvPerfettoKernelRow          *out);
TvFtraceEventSet      tv_perfetto_event_texts_get_seen (const TvPerfettoEventTexts *self);

G_END_DECLS
