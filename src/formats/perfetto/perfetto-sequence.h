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
 * Field of InternedData to whose entries packets refer. Iids are unique within a field.
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
  TV_PERFETTO_HISTOGRAM_NAMES = 25,
  TV_PERFETTO_KERNEL_SYMBOLS = 26,
  TV_PERFETTO_ANNOTATION_TYPES = 27,
  TV_PERFETTO_ANNOTATION_TEXTS = 29,
  TV_PERFETTO_CORRELATIONS = 43,
  TV_N_PERFETTO_INTERNED,
} TvPerfettoInterned;

/**
 * TvPerfettoSource:
 * @file: string id of the file name, or %TV_NONE
 * @function: string id of the function name, or %TV_NONE
 * @line: line number; 0 if unknown
 *
 * A location in source code.
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
 * @is_valid: whether interned data and defaults are complete
 * @generation: number of times that the state has been cleared
 * @n_packets: number of packets so far
 * @n_losses: number of packets that report lost packets before them
 * @n_skipped: number of packets that were skipped because they depend on lost packets
 * @clock_id: default clock of packets; 0 if none
 * @track_uuid: default track of events
 * @has_track_uuid: whether @track_uuid is set
 * @extra_uuids: (nullable): guint64: default counters of extra values
 * @extra_double_uuids: (nullable): guint64: default counters of extra floating-point values
 * @tid: thread id of the writer; 0 if unknown
 * @pid: process id of the writer; 0 if unknown
 * @has_thread: whether a packet has described the thread of the writer
 * @has_delta: whether the bases @time_us, @thread_time_us and @n_instructions are known
 * @is_time_bad: whether @time_us has overflowed
 * @time_us: base of relative timestamps on the monotonic clock, in µs
 * @thread_time_us: base of relative thread times, in µs
 * @n_instructions: base of relative instruction counts
 * @counters: uuid → row of @sums
 * @sums: (nullable): double: current values of incremental counters
 * @stacks: (nullable): interned stacks
 * @sampling: (nullable): interned data and defaults of stack samples
 * @session: number of the sampling session, from 1; 0 if not assigned yet
 * @events: (nullable) (element-type TvPerfettoPerfEvent): the event that triggers samples, followed by the events
 *   that are counted with it
 *
 * State of a packet sequence. Packets must be applied in file order. A trace may contain very many sequences with
 * little state, so optional components are allocated on first use.
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
  TvPerfettoIds *interned; /* (nullable): iid → value, per field; see tv_perfetto_sequence_find() */
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
