/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/* Interned data and defaults of stack samples, which any producer may write. The messages are defined in
 * perfetto/protos/trace/profiling/stack_sample.proto. */

/* Maximum number of counters per sample; further counters are dropped. */
#define TV_PERFETTO_MAX_FOLLOWERS 64

/**
 * TvPerfettoTask:
 * @pid: process id; 0 if unknown
 * @tid: thread id; valid if @has_thread
 * @has_thread: %FALSE for a fiber, which runs on changing threads
 *
 * Task to which a stack belongs.
 */
typedef struct
{
  guint32 pid;
  guint32 tid;
  gboolean has_thread;
  gint64 async_id;
  gboolean has_async_id;
} TvPerfettoTask;

/**
 * TvPerfettoExecution:
 * @cpu: CPU number, or %TV_NONE
 * @mode: #TvCpuMode
 *
 * Execution context of a stack.
 */
typedef struct
{
  guint32 cpu;
  guint8 mode;
} TvPerfettoExecution;

/**
 * TvPerfettoMeasure:
 * @name: string id of the name; %TV_NONE if unknown
 * @unit: unit of the values
 * @multiplier: number of units per value
 *
 * A counter whose values are weights of samples.
 */
typedef struct
{
  guint32 name;
  TvWeightUnit unit;
  guint64 multiplier;
} TvPerfettoMeasure;

/* Sampling state of a sequence: interned data and defaults. */
typedef struct _TvPerfettoSampling TvPerfettoSampling;

TvPerfettoSampling *tv_perfetto_sampling_new    (void);
void                tv_perfetto_sampling_free   (TvPerfettoSampling       *self);
void                tv_perfetto_sampling_clear  (TvPerfettoSampling       *self);
void                tv_perfetto_sampling_clear_defaults (TvPerfettoSampling *self);
gboolean            tv_perfetto_sampling_is_of  (guint                     field);
void                tv_perfetto_sampling_intern (TvPerfettoSampling       *self,
                                                 guint                     field,
                                                 TvSpan                    entry,
                                                 TvTraceBuilder           *builder);
void                tv_perfetto_sampling_set_defaults (TvPerfettoSampling *self,
                                                 TvSpan                    message,
                                                 TvTraceBuilder           *builder);
TvPerfettoTask      tv_perfetto_sampling_find_task (const TvPerfettoSampling *self,
                                                 guint64                   iid);
TvPerfettoExecution tv_perfetto_sampling_find_execution (const TvPerfettoSampling *self,
                                                 guint64                   iid);
TvPerfettoMeasure   tv_perfetto_sampling_find_measure (const TvPerfettoSampling *self,
                                                 guint64                   iid);
TvPerfettoMeasure   tv_perfetto_sampling_get_primary (const TvPerfettoSampling *self);
guint32             tv_perfetto_sampling_get_source (const TvPerfettoSampling *self);
const GArray       *tv_perfetto_sampling_get_followers (const TvPerfettoSampling *self);
TvPerfettoTask      tv_perfetto_parse_task      (TvSpan                    message);
TvPerfettoExecution tv_perfetto_parse_execution (TvSpan                    message);
TvPerfettoMeasure   tv_perfetto_parse_measure   (TvSpan                    message,
                                                 TvTraceBuilder           *builder);

G_END_DECLS
