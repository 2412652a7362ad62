/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "core/memory/id-map.h"
#include "formats/ftrace/ftrace-decoded.h"
#include "formats/ftrace/ftrace-origin.h"
#include "formats/ftrace/ftrace-threads.h"

G_BEGIN_DECLS

/* Handlers turn decoded events into slices, states and samples, in three steps. First, any thread decodes each text
 * of an event into a decoded event. Then the threads that decoded events mention are registered, in the order of their first
 * events. Finally the handler of each event calls the builder, in time order: scheduling events on one thread, all
 * others on a second. The events themselves are already in the builder. */

/* Kind of answer that a binder transaction waits for. */
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

/* Frames of apps, see ftrace-frames.h. */
typedef struct _TvFtraceFrames TvFtraceFrames;

/* Pending work of devices, see ftrace-pending.h. */
typedef struct _TvFtracePending TvFtracePending;

/* Track of a thread for instants. */
#define TV_FTRACE_POINTS_LANE "events"

/**
 * TvFtraceHandlers:
 * @builder: receives slices, states and samples; not owned
 * @threads: the threads of the trace; not owned
 * @machine: #TvMachine of the events
 * @endless: begin events without an end event on the machine
 * @beginless: end events without a begin event on the machine
 */
typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  guint32 machine;
  TvFtraceEventSet endless;
  TvFtraceEventSet beginless;
  gboolean has_received; /* the log contains received binder transactions */

  /* Private. */
  guint32 pid_key; /* strings */
  guint32 binder_call;
  TvIdMap transactions; /* binder: id → row in @waiting */
  GArray *waiting;
  TvIdMap memories;        /* mm_id → utid of a thread of the process that owned it last */
  TvIdMap wake_sources;    /* string → number of activations */
  guint32 suspend;         /* string: current suspend phase, or TV_NONE */
  gboolean has_frozen;     /* processes were frozen since @suspend */
  TvIdMap sum_rows;        /* string of a counter → row in @sums */
  GArray *sums;            /* (nullable): gint64: values of cumulative counters */
  TvFtracePending *jobs;   /* (nullable): GPU jobs */
  TvFtracePending *fences; /* (nullable) */
  TvIdMap emitting;        /* strings of tracks: timelines with emitted fences */
  TvFtraceFrames *frames;  /* (nullable) */
  TvIdMap ended_probes;    /* strings: names of kprobes with end events */
} TvFtraceHandlers;

/**
 * TvFtraceHandlerEvent:
 * @decoded: the decoded event
 * @args: arguments of all decoded events
 * @origin: file of the event
 * @ts: timestamp, in the builder's ticks
 * @where: offset in the file
 * @text: text of the event
 * @utid: thread of the event; %TV_NONE if unknown, which may occur with function_graph
 * @cpu: CPU of the event
 * @name: string: the event's name
 */
typedef struct
{
  const TvFtraceDecoded *decoded;
  const TvFtraceArgs *args;
  const TvFtraceOrigin *origin;
  gint64 ts;
  gint64 where;
  guint32 text;
  guint32 utid;
  guint32 cpu;
  guint32 name;
} TvFtraceHandlerEvent;

void     tv_ftrace_handlers_init    (TvFtraceHandlers           *self,
                                  TvTraceBuilder          *builder,
                                  TvFtraceThreads         *threads,
                                  guint32                  machine,
                                  TvFtraceEventSet         seen);
void     tv_ftrace_handlers_clear   (TvFtraceHandlers           *self);
void     tv_ftrace_handlers_forget  (TvFtraceHandlers           *self,
                                  gint64                   end);
void     tv_ftrace_handlers_finish  (TvFtraceHandlers           *self,
                                  gint64                   tick_ns);
void     tv_ftrace_handlers_decode  (TvFtraceDecodedEvents         *decoded_events,
                                  TvFtraceEvent            event,
                                  guint32                  name,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
void     tv_ftrace_handlers_note_probe (TvFtraceHandlers        *self,
                                  TvSpan                   args);
void     tv_ftrace_handlers_meet    (TvFtraceHandlers           *self,
                                  TvFtraceDecoded          *decoded);
gboolean tv_ftrace_handlers_is_sched (TvFtraceEvent           event);
gboolean tv_ftrace_handlers_is_rest (TvFtraceEvent            event);
gboolean tv_ftrace_handlers_find_who_is_current
                                 (TvTraceBuilder          *builder,
                                  const guint8            *events);
void     tv_ftrace_handlers_add_sched (const TvFtraceHandlers   *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_add     (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);

/* Maximum size of a GPU counter's name, in bytes. */
#define TV_FTRACE_GPU_NAME 32

/* Formats the name of a GPU frequency counter, for all recorders. Most devices have one GPU. */
static inline void
tv_ftrace_name_gpu_frequency (guint32 gpu, char *name)
{
  if (gpu == 0)
    g_strlcpy (name, "gpufreq", TV_FTRACE_GPU_NAME);
  else
    g_snprintf (name, TV_FTRACE_GPU_NAME, "gpufreq (GPU %u)", gpu);
}

/* For handlers only: one function each that decodes an event and returns whether it is well-formed, and one that
 * calls the builder. */

gboolean tv_ftrace_decode_binder (TvFtraceDecodedEvents         *self,
                                  guint32                  name,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_counter (TvFtraceDecodedEvents        *self,
                                  guint32                  name,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_device (TvFtraceDecodedEvents         *self,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_graph  (TvFtraceDecodedEvents         *self,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_kernel (TvFtraceDecodedEvents         *self,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_mark   (TvFtraceDecodedEvents         *self,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_power  (TvFtraceDecodedEvents         *self,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_queue  (TvFtraceDecodedEvents         *self,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
void     tv_ftrace_decoded_set_context (TvFtraceDecoded     *decoded,
                                  gint8                    irq_context);
gboolean tv_ftrace_decode_sched  (TvFtraceDecodedEvents         *self,
                                  TvSpan                   args,
                                  TvFtraceDecoded          *out);
void     tv_ftrace_handlers_binder  (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_counter (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_device  (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_graph   (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_kernel  (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_mark    (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_power   (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_queue   (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_sched   (const TvFtraceHandlers     *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_inherit (const TvFtraceHandlers     *self,
                                  const TvFtraceHandlerEvent *event);
gboolean tv_ftrace_mark_is_shown (const TvFtraceDecoded    *decoded);
gboolean tv_ftrace_handlers_is_same_process (const TvFtraceDecoded *decoded);
gboolean tv_ftrace_handlers_is_whole_process (const TvFtraceDecoded *decoded);
void     tv_ftrace_handlers_meet_task (TvFtraceHandlers         *self,
                                  TvFtraceDecoded          *decoded);
void     tv_ftrace_handlers_meet_counter (TvFtraceHandlers      *self,
                                  const TvFtraceDecoded    *decoded);
void     tv_ftrace_handlers_meet_device (TvFtraceHandlers       *self,
                                  TvFtraceDecoded          *decoded);
void     tv_ftrace_handlers_meet_process (TvFtraceHandlers      *self,
                                  const TvFtraceDecoded    *decoded);
gboolean tv_ftrace_handlers_is_endless (const TvFtraceHandlers  *self,
                                  const TvFtraceHandlerEvent *event);
gboolean tv_ftrace_handlers_is_beginless (const TvFtraceHandlers *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_begin   (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event,
                                  guint32                  track,
                                  guint32                  symbol);
void     tv_ftrace_handlers_begin_alone (TvFtraceHandlers       *self,
                                  const TvFtraceHandlerEvent *event,
                                  guint32                  track,
                                  guint32                  symbol);
void     tv_ftrace_handlers_add_unowned_instant (TvFtraceHandlers *self,
                                  const TvFtraceHandlerEvent *event,
                                  guint32                  name);
void     tv_ftrace_handlers_end     (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event,
                                  guint32                  track,
                                  guint32                  symbol);
guint32  tv_ftrace_handlers_symbol  (TvFtraceHandlers           *self,
                                  guint32                  name);
guint32  tv_ftrace_handlers_get_cpu (const TvFtraceHandlers     *self,
                                  gint32                   number);

static inline TvSpan
tv_span (const char *text)
{
  return (TvSpan){ text, strlen (text) };
}

/* Returns one of the strings of a decoded event. */
static inline guint32
tv_ftrace_handler_event_string (const TvFtraceHandlerEvent *event, guint i)
{
  return event->decoded->strings[i];
}

/* Adds the arguments of the event to the next slice. */
static inline void
tv_ftrace_handler_event_use_args (const TvFtraceHandlerEvent *event, TvTraceBuilder *builder)
{
  tv_ftrace_args_use (event->args, event->decoded->args, builder);
}

G_END_DECLS
