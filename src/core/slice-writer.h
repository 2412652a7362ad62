/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/* What adds slices to tracks of a builder. Several writers may do so at the same time, each on a
 * thread of its own and with tracks of its own; meanwhile nobody may ask anything of the builder
 * that changes it. What comes out does not depend on how the tracks were shared out, if each
 * writer is told of its records in the order of the file.
 *
 *     n writers from tv_trace_builder_add_writer ()
 *     tv_parallel_run ():  tv_slice_writer_begin (), tv_slice_writer_end () …
 *                          or, of many records at once, tv_slice_writer_add_records ()
 *     tv_trace_builder_join_writers ()
 */
typedef struct _TvSliceWriter TvSliceWriter;

typedef enum
{
  TV_CALL_ENTER,
  TV_CALL_EXIT,
  TV_CALL_UNWIND, /* left by an exception */
} TvCallAction;

/* So many records come at most at a time: what is known of them stays in the cache. */
#define TV_CALL_RECORDS_MOST 256

/**
 * TvCallRecords:
 * @n: how many there are, at most %TV_CALL_RECORDS_MOST
 * @ts: (array length=n): when, in ticks
 * @cpu_ts: (array length=n): the thread's CPU clock then, in ticks; 0 without one
 * @symbol: (array length=n): of which method
 * @action: (array length=n): #TvCallAction
 * @where: offset in the file of the first
 * @where_step: bytes from one to the next
 *
 * What happened on one track, one after the other.
 */
typedef struct
{
  guint32 n;
  const gint64 *ts;
  const gint64 *cpu_ts;
  const guint32 *symbol;
  const guint32 *action;
  gint64 where;
  guint where_step;
} TvCallRecords;

TvSliceWriter *tv_trace_builder_add_writer   (TvTraceBuilder *self);
void           tv_trace_builder_join_writers (TvTraceBuilder *self);

gboolean       tv_slice_writer_begin         (TvSliceWriter  *self,
                                              guint32         track,
                                              guint32         symbol,
                                              gint64          ts,
                                              gint64          cpu_ts,
                                              gint64          where);
void           tv_slice_writer_end           (TvSliceWriter  *self,
                                              guint32         track,
                                              guint32         symbol,
                                              gint64          ts,
                                              gint64          cpu_ts,
                                              TvSliceFlags    flags,
                                              gint64          where);
gboolean       tv_slice_writer_add_records   (TvSliceWriter  *self,
                                              guint32         track,
                                              const TvCallRecords *records);
void           tv_slice_writer_count_problem (TvSliceWriter  *self,
                                              TvProblemKind   kind,
                                              gint64          where);

G_END_DECLS
