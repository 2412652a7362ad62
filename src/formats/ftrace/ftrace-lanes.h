/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "core/memory/id-map.h"
#include "formats/ftrace/ftrace-digest.h"
#include "formats/ftrace/ftrace-origin.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/* Lanes: decoded events become slices, states and samples, in three steps. First each text of an event
 * is decoded into a digest, by any thread. Then the threads that digests mention are registered, in
 * the order of their first events. At last the handler of each event calls the builder, in the order
 * of times: events of scheduling on one thread, all others on a second. The events themselves are in
 * the builder already.
 */

/* Answer that a sent binder transaction waits for, and what it was sent from. */
typedef enum
{
  TV_FTRACE_WAITS_FOR_NOTHING,
  TV_FTRACE_WAITS_FOR_CALL,
  TV_FTRACE_WAITS_FOR_ONE_WAY,
  TV_FTRACE_WAITS_FOR_REPLY,
} TvFtraceWaiting;

typedef struct
{
  TvFtraceWaiting waiting;
  guint64 slice;
} TvFtraceTransaction;

/* Frames that programs mark, see ftrace-frames.h. */
typedef struct _TvFtraceFrames TvFtraceFrames;

/* Work of devices that is not done, see ftrace-backlog.h. */
typedef struct _TvFtraceBacklog TvFtraceBacklog;

/* The lane of a thread for events that are moments. */
#define TV_FTRACE_POINTS_LANE "events"

/**
 * TvFtraceLanes:
 * @builder: whom to tell; not owned
 * @threads: who is who; not owned
 * @machine: the #TvMachine whose events it is told
 * @endless: events that begin something that no event of the machine ends
 * @beginless: events that end something that no event of the machine begins
 */
typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  guint32 machine;
  TvFtraceEventSet endless;
  TvFtraceEventSet beginless;
  gboolean has_received; /* some event is the reception of a binder transaction */

  /* Private. */
  guint32 pid_key; /* strings */
  guint32 binder_call;
  TvIdMap transactions; /* binder: id → row of what waits for it */
  GArray *waiting;
  TvIdMap memories;        /* mm_id → utid of a thread of the process whose it was last */
  TvIdMap wake_sources;    /* string → how often it is activated */
  guint32 suspend;         /* string: what the device goes to sleep by, or TV_NONE */
  gboolean has_frozen;     /* processes since then */
  TvIdMap sum_rows;        /* string of a counter → row of @sums */
  GArray *sums;            /* (nullable): gint64: what counters that only grow have come to */
  TvFtraceBacklog *jobs;   /* (nullable): of GPUs */
  TvFtraceBacklog *fences; /* (nullable) */
  TvIdMap emitting;        /* strings of lanes: of timelines whose fences are emitted */
  TvFtraceFrames *frames;  /* (nullable) */
  TvIdMap ended_probes;    /* strings: names of the kprobes that end */
} TvFtraceLanes;

/**
 * TvFtraceLaneEvent:
 * @said: what it says
 * @args: the arguments of all digests
 * @origin: the file that it is from
 * @ts: when, in the builder's ticks
 * @where: offset in the file
 * @text: the text that says it
 * @utid: the thread that the log says it is from; %TV_NONE where it tells none, as it may for
 *   events of function_graph
 * @cpu: on which CPU
 * @name: string: the event's name
 */
typedef struct
{
  const TvFtraceDigest *said;
  const TvFtraceArgs *args;
  const TvFtraceOrigin *origin;
  gint64 ts;
  gint64 where;
  guint32 text;
  guint32 utid;
  guint32 cpu;
  guint32 name;
} TvFtraceLaneEvent;

void     tv_ftrace_lanes_init    (TvFtraceLanes           *self,
                                  TvTraceBuilder          *builder,
                                  TvFtraceThreads         *threads,
                                  guint32                  machine,
                                  TvFtraceEventSet         seen);
void     tv_ftrace_lanes_clear   (TvFtraceLanes           *self);
void     tv_ftrace_lanes_forget  (TvFtraceLanes           *self,
                                  gint64                   end);
void     tv_ftrace_lanes_finish  (TvFtraceLanes           *self,
                                  gint64                   tick_ns);
void     tv_ftrace_lanes_digest  (TvFtraceDigests         *digests,
                                  TvFtraceEvent            event,
                                  guint32                  name,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
void     tv_ftrace_lanes_note_probe (TvFtraceLanes        *self,
                                  TvSpan                   args);
void     tv_ftrace_lanes_meet    (TvFtraceLanes           *self,
                                  TvFtraceDigest          *said);
gboolean tv_ftrace_lanes_is_sched (TvFtraceEvent           event);
gboolean tv_ftrace_lanes_is_rest (TvFtraceEvent            event);
gboolean tv_ftrace_lanes_find_who_is_current
                                 (TvTraceBuilder          *builder,
                                  const guint8            *events);
void     tv_ftrace_lanes_add_sched (const TvFtraceLanes   *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_add     (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event);

/* Bytes that what a counter of a GPU is called has at most. */
#define TV_FTRACE_GPU_NAME 32

/* What the counter of a GPU's frequency is called, whoever tells of it; there is mostly one GPU. */
static inline void
tv_ftrace_name_gpu_frequency (guint32 gpu, char *name)
{
  if (gpu == 0)
    g_strlcpy (name, "gpufreq", TV_FTRACE_GPU_NAME);
  else
    g_snprintf (name, TV_FTRACE_GPU_NAME, "gpufreq (GPU %u)", gpu);
}

/* The rest is for the files of lanes themselves: one function each that makes digests, with
 * whether what the event says is as expected, and one that tells the builder. */

gboolean tv_ftrace_digest_binder (TvFtraceDigests         *self,
                                  guint32                  name,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
gboolean tv_ftrace_digest_counter (TvFtraceDigests        *self,
                                  guint32                  name,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
gboolean tv_ftrace_digest_device (TvFtraceDigests         *self,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
gboolean tv_ftrace_digest_graph  (TvFtraceDigests         *self,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
gboolean tv_ftrace_digest_kernel (TvFtraceDigests         *self,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
gboolean tv_ftrace_digest_mark   (TvFtraceDigests         *self,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
gboolean tv_ftrace_digest_power  (TvFtraceDigests         *self,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
gboolean tv_ftrace_digest_queue  (TvFtraceDigests         *self,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
void     tv_ftrace_digest_set_context (TvFtraceDigest     *said,
                                  gint8                    irq_context);
gboolean tv_ftrace_digest_sched  (TvFtraceDigests         *self,
                                  TvSpan                   args,
                                  TvFtraceDigest          *out);
void     tv_ftrace_lanes_binder  (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_counter (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_device  (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_graph   (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_kernel  (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_mark    (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_power   (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_queue   (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_sched   (const TvFtraceLanes     *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_inherit (const TvFtraceLanes     *self,
                                  const TvFtraceLaneEvent *event);
gboolean tv_ftrace_mark_is_shown (const TvFtraceDigest    *said);
gboolean tv_ftrace_lanes_is_same_process (const TvFtraceDigest *said);
gboolean tv_ftrace_lanes_is_whole_process (const TvFtraceDigest *said);
void     tv_ftrace_lanes_meet_task (TvFtraceLanes         *self,
                                  TvFtraceDigest          *said);
void     tv_ftrace_lanes_meet_counter (TvFtraceLanes      *self,
                                  const TvFtraceDigest    *said);
void     tv_ftrace_lanes_meet_device (TvFtraceLanes       *self,
                                  TvFtraceDigest          *said);
void     tv_ftrace_lanes_meet_process (TvFtraceLanes      *self,
                                  const TvFtraceDigest    *said);
gboolean tv_ftrace_lanes_is_endless (const TvFtraceLanes  *self,
                                  const TvFtraceLaneEvent *event);
gboolean tv_ftrace_lanes_is_beginless (const TvFtraceLanes *self,
                                  const TvFtraceLaneEvent *event);
void     tv_ftrace_lanes_begin   (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event,
                                  guint32                  track,
                                  guint32                  symbol);
void     tv_ftrace_lanes_begin_alone (TvFtraceLanes       *self,
                                  const TvFtraceLaneEvent *event,
                                  guint32                  track,
                                  guint32                  symbol);
void     tv_ftrace_lanes_add_unowned_instant (TvFtraceLanes *self,
                                  const TvFtraceLaneEvent *event,
                                  guint32                  name);
void     tv_ftrace_lanes_end     (TvFtraceLanes           *self,
                                  const TvFtraceLaneEvent *event,
                                  guint32                  track,
                                  guint32                  symbol);
guint32  tv_ftrace_lanes_symbol  (TvFtraceLanes           *self,
                                  guint32                  name);
guint32  tv_ftrace_lanes_get_cpu (const TvFtraceLanes     *self,
                                  gint32                   number);

static inline TvSpan
tv_span (const char *text)
{
  return (TvSpan){ text, strlen (text) };
}

/* Returns one of the strings of what an event says. */
static inline guint32
tv_ftrace_lane_event_string (const TvFtraceLaneEvent *event, guint i)
{
  return event->said->strings[i];
}

/* Gives the slice that begins next the arguments of the event. */
static inline void
tv_ftrace_lane_event_use_args (const TvFtraceLaneEvent *event, TvTraceBuilder *builder)
{
  tv_ftrace_args_use (event->args, event->said->args, builder);
}

G_END_DECLS
