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
 * Fields of InternedData with entries that packets refer to. Each has ids of its own.
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
 * @line: line number, or 0
 *
 * A source location.
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
 * @generation: number of times the state was cleared
 * @n_packets: number of packets
 * @n_losses: number of packets that follow lost ones
 * @n_skipped: number of packets skipped because they depend on lost ones
 * @clock_id: default clock of packets, or 0
 * @track_uuid: default track of events
 * @has_track_uuid: whether @track_uuid is set
 * @extra_uuids: (nullable): guint64: default counters of extra values
 * @extra_double_uuids: (nullable): guint64: default counters of extra floating-point values
 * @tid: id of the thread that writes it, or 0
 * @pid: id of its process
 * @has_delta: whether @time_us is known
 * @is_time_bad: whether the time overflowed
 * @time_us: base of relative timestamps, monotonic clock
 * @thread_time_us: likewise for the thread's clock
 * @n_instructions: likewise for the thread's instruction count
 * @counters: uuid → row of @sums
 * @sums: (nullable): double: current values of incremental counters
 * @stacks: (nullable): interned stacks
 * @sampling: (nullable): interned data and defaults of stack samples
 * @session: number of its sampling session, from 1; or 0
 * @events: (nullable) (element-type TvPerfettoPerfEvent): event that triggers its samples, and those counted with it
 *
 * State of a sequence, in file order. A trace may have very many sequences with little state, so optional parts are
 * allocated on first use.
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
