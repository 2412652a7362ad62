/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-compact-sched.h"
#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/**
 * TvPerfettoKernelRow:
 * @ts: timestamp in ns
 * @tid: id of its thread
 * @text: row of the builder's texts
 * @utid: its thread
 * @cpu: its CPU
 * @where: offset of its packet in the file
 *
 * A kernel event on its way to the builder.
 */
typedef struct
{
  gint64 ts;
  gint32 tid;
  guint32 text;
  guint32 utid;
  guint32 cpu;
  guint64 where;
} TvPerfettoKernelRow;

/**
 * TvPerfettoCpu:
 * @is_known: whether a switch was seen
 * @task: the task that runs, a row of the tasks of #TvPerfettoEventTexts
 *
 * A CPU after the last switch.
 */
typedef struct
{
  gboolean is_known;
  guint32 task;
} TvPerfettoCpu;

/**
 * TvPerfettoEventTexts:
 *
 * The texts of kernel events. Most events repeat the payload of earlier ones, and only the first is printed as text.
 * Events of scheduling are looked up by numbers: their tasks are interned first, as (id, priority, name), so that two
 * tasks and a state are the key. Other events are looked up by the bytes of their message.
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
