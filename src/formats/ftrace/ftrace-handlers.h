/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <string.h>

#include "core/memory/id-map.h"
#include "formats/ftrace/ftrace-decoded.h"
#include "formats/ftrace/ftrace-origin.h"
#include "formats/ftrace/ftrace-threads.h"
#include "formats/ftrace/kernel-args.h"

G_BEGIN_DECLS

/* Handlers convert events to slices, states and samples in three steps:
 *
 * 1. Each distinct event text is decoded into a #TvFtraceDecoded, on any thread.
 * 2. The threads to which decoded events refer are registered, in the order of the first events.
 * 3. The handler of each event calls the builder, in time order. One thread handles scheduling events, a second
 *      thread all other events.
 *
 * The events themselves are already in the builder. */

/* Step for which a binder transaction waits. */
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

/* Frames of apps and of the display server, see ftrace-frames.h. */
typedef struct _TvFtraceFrames TvFtraceFrames;

/* Pending work of devices, see ftrace-pending.h. */
typedef struct _TvFtracePending TvFtracePending;

/* Name of a thread's track for instants. */
#define TV_FTRACE_EVENTS_TRACK "events"

/**
 * TvFtraceHandlers:
 * @builder: builder of slices, states and samples; not owned
 * @threads: threads of the trace; not owned
 * @machine: #TvMachine of the events
 * @endless: begin events whose end events the machine does not record
 * @beginless: end events whose begin events the machine does not record
 *
 * State of the handlers of a machine.
 */
typedef struct
{
  TvTraceBuilder *builder;
  TvFtraceThreads *threads;
  guint32 machine;
  TvFtraceEventSet endless;
  TvFtraceEventSet beginless;
  gboolean has_received; /* whether the log contains binder_transaction_received */

  /* Private. */
  guint32 pid_key; /* string id of the key for arguments with a pid */
  guint32 binder_call;
  TvIdMap transactions; /* id of a binder transaction → row in @waiting */
  GArray *waiting;
  TvIdMap memories;      /* mm_id → utid of a thread of the last process that owned the memory */
  TvIdMap wake_sources;  /* name of a wakeup source → number of its activations */
  guint32 suspend;       /* string id of the current suspend's name, or TV_NONE */
  gboolean has_frozen;   /* whether processes have been frozen during @suspend */
  TvIdMap sum_rows;      /* name of a counter → row in @sums */
  GArray *sums;          /* (nullable) gint64: values of cumulative counters */
  TvFtracePending *jobs; /* (nullable): GPU jobs */
  TvFtracePending *fences; /* (nullable): DMA fences */
  TvIdMap emitting;        /* set of names of timelines with emit events */
  TvFtraceFrames *frames;  /* (nullable): frames of apps and of the display server */
  TvIdMap ended_probes;    /* set of names of kprobes that have end events */
} TvFtraceHandlers;

/**
 * TvFtraceHandlerEvent:
 * @decoded: decoded event
 * @args: arguments of all decoded events
 * @origin: file of the event
 * @ts: timestamp, in ticks of the builder
 * @file_offset: file offset of the event in the builder's concatenated input
 * @text: id of the event's text
 * @utid: thread of the event; %TV_NONE if unknown, which is possible in logs of function_graph
 * @cpu: CPU of the event
 * @name: string id of the event name
 *
 * An event that is passed to its handler.
 */
typedef struct
{
  const TvFtraceDecoded *decoded;
  const TvFtraceArgs *args;
  const TvFtraceOrigin *origin;
  gint64 ts;
  gint64 file_offset;
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
                                  const TvKernelArgs *args,
                                  TvFtraceDecoded          *out);
void     tv_ftrace_handlers_note_probe (TvFtraceHandlers        *self,
                                  const TvKernelArgs *args);
void     tv_ftrace_handlers_meet    (TvFtraceHandlers           *self,
                                  TvFtraceDecoded          *decoded);
gboolean tv_ftrace_handlers_is_sched (TvFtraceEvent           event);
gboolean tv_ftrace_handlers_is_rest (TvFtraceEvent            event);
gboolean tv_ftrace_handlers_prefix_has_current_thread
                                 (TvTraceBuilder          *builder,
                                  const guint8            *events);
void     tv_ftrace_handlers_add_sched (const TvFtraceHandlers   *self,
                                  const TvFtraceHandlerEvent *event);
void     tv_ftrace_handlers_add     (TvFtraceHandlers           *self,
                                  const TvFtraceHandlerEvent *event);

/* Size of a buffer for the name of a GPU counter, in bytes. */
#define TV_FTRACE_GPU_NAME 32

/* Formats the name of a GPU frequency counter, which is the same for all recorders. The name for GPU 0 has no number,
 * because most devices have only one GPU. */
static inline void
tv_ftrace_name_gpu_frequency (guint32 gpu, char *name)
{
  if (gpu == 0)
    g_strlcpy (name, "gpufreq", TV_FTRACE_GPU_NAME);
  else
    g_snprintf (name, TV_FTRACE_GPU_NAME, "gpufreq (GPU %u)", gpu);
}

/* The handlers, called only by ftrace-handlers.c, and functions that they share. Each handler consists of a function
 * that decodes an event and returns whether the event is well-formed, and a function that calls the builder. */

gboolean tv_ftrace_decode_binder (TvFtraceDecodedEvents         *self,
                                  guint32                  name,
                                  const TvKernelArgs *args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_counter (TvFtraceDecodedEvents        *self,
                                  guint32                  name,
                                  const TvKernelArgs *args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_device (TvFtraceDecodedEvents         *self,
                                  const TvKernelArgs *args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_graph  (TvFtraceDecodedEvents         *self,
                                  const TvKernelArgs *args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_kernel (TvFtraceDecodedEvents         *self,
                                  const TvKernelArgs *args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_mark   (TvFtraceDecodedEvents         *self,
                                  const TvKernelArgs *args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_power  (TvFtraceDecodedEvents         *self,
                                  const TvKernelArgs *args,
                                  TvFtraceDecoded          *out);
gboolean tv_ftrace_decode_queue  (TvFtraceDecodedEvents         *self,
                                  const TvKernelArgs *args,
                                  TvFtraceDecoded          *out);
void     tv_ftrace_decoded_set_context (TvFtraceDecoded     *decoded,
                                  gint8                    irq_context);
gboolean tv_ftrace_decode_sched  (TvFtraceDecodedEvents         *self,
                                  const TvKernelArgs *args,
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
void     tv_ftrace_handlers_register_counter (TvFtraceHandlers      *self,
                                  const TvFtraceDecoded    *decoded);
void     tv_ftrace_handlers_resolve_device (TvFtraceHandlers       *self,
                                  TvFtraceDecoded          *decoded);
void     tv_ftrace_handlers_register_process (TvFtraceHandlers      *self,
                                  const TvFtraceDecoded    *decoded);
gboolean tv_ftrace_handlers_is_endless (const TvFtraceHandlers  *self,
                                  const TvFtraceHandlerEvent *event);
gboolean tv_ftrace_handlers_is_beginless (const TvFtraceHandlers *self,
                                  const TvFtraceHandlerEvent *event);
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

/* Returns the string id of the @i-th string of the event. */
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
