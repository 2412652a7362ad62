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

/* The reading of a trace, in five steps:
 *
 *   packets ─▶ machines   each has a reader of its own
 *           ─▶ survey     clocks, what the kernel is, from when on events count, descriptors of tracks
 *           ─▶ take       in the order of the file: kernel events go to the builder as texts; all else
 *                         becomes records
 *   records    sorted by time
 *           ─▶ tell       in the order of time, by ftrace's replay, and records between its events
 */

typedef struct _TvPerfettoRecords TvPerfettoRecords;
typedef struct _TvPerfettoTracks TvPerfettoTracks;
typedef struct _TvPerfettoKernelEvents TvPerfettoKernelEvents;
typedef struct _TvPerfettoFrames TvPerfettoFrames;
typedef struct _TvPerfettoBuffers TvPerfettoBuffers;
typedef struct _TvPerfettoSources TvPerfettoSources;
typedef struct _TvPerfettoProfiles TvPerfettoProfiles;
typedef struct _TvPerfettoGpu TvPerfettoGpu;
typedef struct _TvPerfettoHeapGraphs TvPerfettoHeapGraphs;
typedef struct _TvPerfettoSmaps TvPerfettoSmaps;
typedef struct _TvPerfettoOtherKernel TvPerfettoOtherKernel;
typedef struct _TvPerfettoLeftOut TvPerfettoLeftOut;

/**
 * TvPerfettoLoss:
 * @n: events that the kernel lost on a CPU so far
 * @n_overrun: those of them that newer ones took the place of
 */
typedef struct
{
  guint64 n;
  guint64 n_overrun;
} TvPerfettoLoss;

/**
 * TvPerfettoReader:
 * @builder: whom to tell
 * @context: to report to
 * @threads: who is who
 * @reuse: (nullable): of the device, in a file among several: which ids are others' than in those before
 * @clocks: how times are converted
 * @remote_clocks: of a guest: what ties them to those of its host
 * @kernel: what the kernel writes prev_state in
 * @uname_machine: what it runs on, as uname tells it; empty if that is not told
 * @machine: the #TvMachine of which it reads packets
 * @offset_ns: how much later its times are on the timeline than on its clock
 * @started_at: kernel events before this time are left out, in ns
 * @valid_from: those before this one are listed, and mean nothing
 * @latest: the latest time so far
 * @last_logged: that of the latest line of a log so far, or %G_MININT64
 *
 * What all that read packets of a machine share.
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
  TvPerfettoGpu *gpu;
  TvPerfettoHeapGraphs *heap_graphs;
  TvPerfettoSmaps *smaps;
  TvPerfettoOtherKernel *other_kernel;
  TvPerfettoLeftOut *left_out;

  /* Private. */
  TvIdMap sequence_rows;
  GPtrArray *sequences;    /* TvPerfettoSequence */
  GBytes *last_stats;      /* TraceStats */
  GString *categories;     /* of the event that is taken */
  GString *key;            /* of the argument that is taken */
  guint32 category_key;    /* string: that of the argument that categories are */
  TvIdMap annotation_keys; /* string: name of an annotation → string: its key */
  gint64 last_stats_at;
  GArray *losses; /* TvPerfettoLoss by CPU: when recording began */
  guint n_packages;
  TvIdMap first_of_cpu; /* CPU → 1, once its first bundle was seen */
} TvPerfettoReader;

/**
 * TvPerfettoMessage:
 * @packet: the packet that it is in
 * @sequence: who wrote it
 * @said: its bytes
 * @ts: when, by the trace's clock, in ns; the latest time before where the packet tells none
 * @has_time: whether the packet tells a time that could be converted
 *
 * What a packet is for.
 */
typedef struct
{
  const TvPerfettoPacket *packet;
  TvPerfettoSequence *sequence;
  TvSpan said;
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
                                                     guint64                 told,
                                                     guint64                 where,
                                                     gint64                 *ts);
gboolean            tv_perfetto_reader_get_cpu      (const TvPerfettoReader *self,
                                                     guint64                 number,
                                                     guint32                *cpu);
void                tv_perfetto_reader_add_metadata (const TvPerfettoReader *self,
                                                     const char             *key,
                                                     const char             *value,
                                                     gssize                  value_len);
void                tv_perfetto_reader_tell_loss    (const TvPerfettoReader *self,
                                                     TvProblemKind           kind,
                                                     guint32                 number,
                                                     guint64                 n,
                                                     gint64                  where);

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
