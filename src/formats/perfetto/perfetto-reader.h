/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/ftrace/ftrace-event.h"
#include "formats/ftrace/ftrace-reuse.h"
#include "formats/perfetto/perfetto-clocks.h"
#include "formats/ftrace/kernel-event-text.h"
#include "formats/perfetto/perfetto-packet.h"
#include "formats/perfetto/perfetto-remote-clocks.h"
#include "formats/perfetto/perfetto-sequence.h"

G_BEGIN_DECLS

/* A trace is read in five steps:
 *
 *   packets ─▶ machines   one reader per machine
 *           ─▶ survey     clocks, kernel version, start of valid events, track descriptors
 *           ─▶ take       in file order: kernel events are added to the builder; other data
 *                         is collected in records. See perfetto-walk.h for the threads
 *   records    sorted by time
 *           ─▶ emit       in time order by ftrace-replay, which adds records between kernel events
 */

typedef struct _TvPerfettoRecords TvPerfettoRecords;
typedef struct _TvPerfettoTracks TvPerfettoTracks;
typedef struct _TvPerfettoKernelEvents TvPerfettoKernelEvents;
typedef struct _TvPerfettoFrames TvPerfettoFrames;
typedef struct _TvPerfettoBuffers TvPerfettoBuffers;
typedef struct _TvPerfettoSources TvPerfettoSources;
typedef struct _TvPerfettoProfiles TvPerfettoProfiles;
typedef struct _TvPerfettoHeapProfiles TvPerfettoHeapProfiles;
typedef struct _TvPerfettoGpu TvPerfettoGpu;
typedef struct _TvPerfettoHeapGraphs TvPerfettoHeapGraphs;
typedef struct _TvPerfettoSmaps TvPerfettoSmaps;
typedef struct _TvPerfettoOtherKernel TvPerfettoOtherKernel;
typedef struct _TvPerfettoSkipped TvPerfettoSkipped;

/**
 * TvPerfettoLoss:
 * @n: number of kernel events lost on the CPU so far
 * @n_overrun: number of those that were overwritten by newer events
 *
 * Losses of kernel events on a CPU.
 */
typedef struct
{
  guint64 n;
  guint64 n_overrun;
} TvPerfettoLoss;

/**
 * TvPerfettoReader:
 * @reuse: (nullable): history of the device's thread ids, if the file is one of several
 * @clocks: clocks of the machine
 * @remote_clocks: synchronization of a guest with the clocks of its host
 * @kernel: kernel version, which determines the meaning of the bits in prev_state
 * @uname_machine: machine name from uname; empty if unknown
 * @machine: #TvMachine of the packets
 * @n_bytes: size of the file of the device in bytes, after decompression
 * @offset_ns: offset from the trace clock to the timeline, in ns
 * @started_at: start of the recording in ns; earlier kernel events are dropped unless @keeps_early
 * @valid_from: time in ns from which kernel events are valid; earlier events are listed but not interpreted
 * @latest: latest timestamp so far, in ns
 * @last_logged: latest timestamp of a log line so far, in ns; %G_MININT64 if none
 *
 * State that all decoders of a machine's packets share.
 */
typedef struct
{
  TvTraceBuilder *builder;
  const TvReadContext *context;
  TvFtraceThreads *threads;
  TvFtraceReuse *reuse;
  TvPerfettoClocks clocks;
  TvPerfettoRemoteClocks remote_clocks;
  TvKernelVersion kernel;
  char uname_machine[16];
  guint32 machine;
  guint64 n_bytes;
  gint64 offset_ns;
  gint64 started_at;
  gint64 valid_from;
  gboolean keeps_early;
  gint64 latest;
  gint64 last_logged;

  TvPerfettoKernelEvents *events;
  TvPerfettoRecords *records;
  TvPerfettoTracks *tracks;
  TvPerfettoFrames *frames;
  TvPerfettoBuffers *buffers;
  TvPerfettoSources *sources;
  TvPerfettoProfiles *profiles;
  TvPerfettoHeapProfiles *heap_profiles;
  TvPerfettoGpu *gpu;
  TvPerfettoHeapGraphs *heap_graphs;
  TvPerfettoSmaps *smaps;
  TvPerfettoOtherKernel *other_kernel;
  TvPerfettoSkipped *left_out;

  /* Private. */
  TvIdMap sequence_rows;
  GPtrArray *sequences;    /* TvPerfettoSequence */
  GBytes *last_stats;      /* (nullable) bytes of the last TraceStats */
  GString *categories;     /* buffer for the categories of an event */
  GString *key;            /* buffer for the key of an argument */
  guint32 category_key;    /* string id of the key for arguments with categories */
  TvIdMap annotation_keys; /* string id of an annotation's name → string id of its argument's key */
  TvIdMap
      category_sets; /* string id of a category → set of arguments that contains only this category */
  gint64 last_stats_at;
  GArray *losses;       /* TvPerfettoLoss per CPU, as reported at the start of the recording */
  TvIdMap first_of_cpu; /* CPUs with at least one surveyed bundle */
} TvPerfettoReader;

/**
 * TvPerfettoMessage:
 * @packet: packet of the payload
 * @sequence: sequence of the packet
 * @content: bytes of the payload
 * @ts: timeline time of the packet, in ns; the latest time so far if the packet has no valid timestamp
 * @has_time: whether the packet has a valid timestamp
 *
 * Payload of a packet, as passed to its decoder.
 */
typedef struct
{
  const TvPerfettoPacket *packet;
  TvPerfettoSequence *sequence;
  TvSpan content;
  gint64 ts;
  gboolean has_time;
} TvPerfettoMessage;

TvPerfettoReader   *tv_perfetto_reader_new          (TvFtraceThreads        *threads,
                                                     const TvReadContext    *context,
                                                     gint64                  offset_ns);
void                tv_perfetto_reader_free         (TvPerfettoReader       *self);
TvPerfettoSequence *tv_perfetto_reader_get_sequence (TvPerfettoReader       *self,
                                                     guint32                 id);
gboolean            tv_perfetto_reader_update_sequence (TvPerfettoReader    *self,
                                                     TvPerfettoSequence     *sequence,
                                                     const TvPerfettoPacket *packet);
gboolean            tv_perfetto_reader_convert      (TvPerfettoReader       *self,
                                                     guint32                 clock_id,
                                                     guint32                 sequence,
                                                     guint64                 reported,
                                                     guint64                 file_offset,
                                                     gint64                 *ts);
gboolean            tv_perfetto_reader_get_cpu      (const TvPerfettoReader *self,
                                                     guint64                 number,
                                                     guint32                *cpu);
void                tv_perfetto_reader_add_metadata (const TvPerfettoReader *self,
                                                     const char             *key,
                                                     const char             *value,
                                                     gssize                  value_len);
void                tv_perfetto_reader_emit_loss    (const TvPerfettoReader *self,
                                                     TvProblemKind           kind,
                                                     guint32                 number,
                                                     guint64                 n,
                                                     gint64                  file_offset);

static inline guint32
tv_perfetto_reader_intern (const TvPerfettoReader *self, TvSpan text)
{
  return tv_trace_builder_intern (self->builder, text.text != NULL ? text.text : "",
                                  (gssize) text.size);
}

static inline double
tv_perfetto_float (guint64 bits)
{
  guint32 narrow = (guint32) bits;
  float value;

  memcpy (&value, &narrow, sizeof value);
  return (double) value;
}

G_END_DECLS
