/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/perfetto/perfetto-perf-events.h"
#include "formats/perfetto/perfetto-ids.h"
#include "formats/perfetto/perfetto-packet.h"
#include "formats/perfetto/perfetto-sampling.h"
#include "formats/perfetto/perfetto-stacks.h"

G_BEGIN_DECLS

/**
 * TvPerfettoInterned:
 *
 * Fields of InternedData of which entries are looked up; each counts its ids for itself.
 */
typedef enum
{
  TV_PERFETTO_EVENT_CATEGORIES = 1,
  TV_PERFETTO_EVENT_NAMES = 2,
  TV_PERFETTO_ANNOTATION_NAMES = 3,
  TV_PERFETTO_SOURCE_LOCATIONS = 4,
  TV_PERFETTO_LOG_BODIES = 20,
  TV_PERFETTO_GRAPHICS_CONTEXTS = 23,
  TV_PERFETTO_GPU_SPECIFICATIONS = 24,
  TV_PERFETTO_KERNEL_SYMBOLS = 26,
  TV_PERFETTO_ANNOTATION_TYPES = 27,
  TV_PERFETTO_ANNOTATION_TEXTS = 29,
  TV_PERFETTO_CORRELATIONS = 43,
  TV_N_PERFETTO_INTERNED,
} TvPerfettoInterned;

/**
 * TvPerfettoSource:
 * @file: string, or %TV_NONE
 * @function: string, or %TV_NONE
 * @line: 0 if not told
 *
 * A place in a program's source.
 */
typedef struct
{
  guint32 file;
  guint32 function;
  guint32 line;
} TvPerfettoSource;

/**
 * TvPerfettoSequence:
 * @id: TracePacket.trusted_packet_sequence_id
 * @is_valid: nothing is missing that packets refer to
 * @generation: how often it was cleared
 * @n_packets: how many it had
 * @n_losses: how often packets before one of these were lost
 * @n_skipped: how many refer to one that is lost, and were left out
 * @clock_id: by which its times are where packets do not tell, or 0
 * @track_uuid: of events that tell none
 * @has_track_uuid: whether there is one
 * @extra_uuids: (nullable): guint64: counters that events have values of
 * @extra_double_uuids: (nullable): the same of values with fractions
 * @tid: of the thread that writes it, or 0
 * @pid: of its process
 * @has_delta: @time_us is known
 * @is_time_bad: it led out of the clock
 * @time_us: what differences are added to, by the monotonic clock
 * @thread_time_us: the same of the thread's own clock
 * @n_instructions: the same of what the thread ran
 * @counters: uuid → row of @sums
 * @sums: (nullable): double: what counters of differences have come to
 * @stacks: (nullable): stacks that packets refer to
 * @sampling: (nullable): what its samples of stacks refer to
 * @session: which of the recordings of samples it writes, from 1; or 0
 * @events: (nullable) (element-type TvPerfettoPerfEvent): what makes its samples, and what is counted with it
 *
 * What is known of who writes packets, in the order of the file. A trace may have very many, most of which say
 * little: of what they do not say nothing is there.
 */
typedef struct
{
  guint32 id;
  gboolean is_valid;
  guint32 generation;
  guint64 n_packets;
  guint64 n_losses;
  guint64 n_skipped;
  guint32 clock_id;
  guint64 track_uuid;
  gboolean has_track_uuid;
  GArray *extra_uuids;
  GArray *extra_double_uuids;
  gint32 tid;
  gint32 pid;
  gboolean has_thread;
  gboolean has_delta;
  gboolean is_time_bad;
  gint64 time_us;
  gint64 thread_time_us;
  gint64 n_instructions;
  TvPerfettoIds counters;
  GArray *sums;
  TvPerfettoStacks *stacks;
  TvPerfettoSampling *sampling;
  guint16 session;
  GArray *events;

  /* Private. */
  TvPerfettoIds *interned; /* (nullable): by field: iid → string, or row of @sources */
  GArray *sources;         /* (nullable): TvPerfettoSource */
} TvPerfettoSequence;

TvPerfettoSequence *tv_perfetto_sequence_new   (guint32                   id);
void                tv_perfetto_sequence_free  (TvPerfettoSequence       *self);
void                tv_perfetto_sequence_clear (TvPerfettoSequence       *self);
void                tv_perfetto_sequence_lose  (TvPerfettoSequence       *self);
void                tv_perfetto_sequence_set_defaults (TvPerfettoSequence *self,
                                                TvSpan                    message,
                                                TvTraceBuilder           *builder);
void                tv_perfetto_sequence_intern (TvPerfettoSequence      *self,
                                                TvSpan                    message,
                                                TvTraceBuilder           *builder);
guint32             tv_perfetto_sequence_find  (const TvPerfettoSequence *self,
                                                TvPerfettoInterned        which,
                                                guint64                   iid);
const TvPerfettoSource *tv_perfetto_sequence_find_source (const TvPerfettoSequence *self,
                                                guint64                   iid);
void                tv_perfetto_parse_source   (TvSpan                    message,
                                                TvTraceBuilder           *builder,
                                                guint64                  *iid,
                                                TvPerfettoSource         *out);

G_END_DECLS
