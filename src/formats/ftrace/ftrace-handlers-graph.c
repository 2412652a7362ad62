/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-graph-line.h"
#include "formats/ftrace/ftrace-handlers.h"

/* Handles kernel functions from the function_graph tracer. Each thread has a separate track "function_graph", because
 * calls need not nest with the thread's slices. If the thread is unknown, or is the idle thread that all CPUs share,
 * the track belongs to the CPU. Timestamps usually have a resolution of 1 µs and durations of 1 ns, so a call may
 * appear to begin before the previous one ends. The start of the call is then moved to the end of the previous one.
 *
 * Called by ftrace-handlers.c: tv_ftrace_decode_graph() on any thread, tv_ftrace_handlers_graph() in time order. Has
 * no state other than the open slices of the builder. */

/* Indexes into the arrays of a decoded event. The kind of the event is a #TvFtraceGraphKind. */
#define NAME     0 /* in @strings: name of the function */
#define TRACK    1 /* in @strings: name of the track */
#define DURATION 0 /* in @values: duration in ns; the builder's tick is 1 ns in such logs */

#define IDLE_TID 0

static void
add_text_arg (TvFtraceDecodedEvents *self, const char *key, TvSpan value)
{
  if (value.size > 0)
    tv_ftrace_decoded_events_add_arg (self, tv_ftrace_decoded_events_string (self, tv_span (key)),
                                      tv_ftrace_decoded_events_string (self, value));
}

gboolean
tv_ftrace_decode_graph (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvFtraceGraphCall call;

  if (!tv_ftrace_graph_parse_call (args->bytes, &call))
    return FALSE;
  out->kind = (guint8) call.kind;
  out->values[DURATION] = MAX (call.dur, 0);
  out->strings[TRACK] = tv_ftrace_decoded_events_string (self, tv_span ("function_graph"));
  if (call.name.size > 0)
    out->strings[NAME] = tv_ftrace_decoded_events_string (self, call.name);
  add_text_arg (self, "arguments", call.args);
  add_text_arg (self, "returned", call.result);
  out->args = tv_ftrace_decoded_events_take_args (self);
  return TRUE;
}

static void
leave (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event, guint32 track, gint64 ts)
{
  guint32 name = tv_ftrace_handler_event_string (event, NAME), open_symbol;
  guint32 symbol = name != TV_NONE ? tv_ftrace_handlers_symbol (self, name) : TV_NONE;
  guint64 slice;

  if (event->decoded->args != TV_NONE &&
      tv_trace_builder_get_open_slice (self->builder, track, &slice, &open_symbol) &&
      (symbol == TV_NONE || symbol == open_symbol))
    tv_ftrace_args_append (event->args, event->decoded->args, slice, self->builder);
  if (!tv_ftrace_handlers_is_beginless (self, event))
    tv_trace_builder_end (self->builder, track, symbol, ts, 0, 0, event->file_offset);
}

void
tv_ftrace_handlers_graph (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  gboolean is_of_cpu = event->utid == TV_NONE ||
                       tv_trace_builder_get_thread_id (self->builder, event->utid) == IDLE_TID;
  guint32 track = tv_trace_builder_get_extra_track (
      self->builder, is_of_cpu ? TV_TRACK_CPU_EXTRA : TV_TRACK_THREAD_EXTRA,
      TV_ROLE_KERNEL_FUNCTIONS, is_of_cpu ? event->cpu : event->utid,
      tv_ftrace_handler_event_string (event, TRACK));
  gint64 ts = MAX (event->ts, tv_trace_builder_get_last_time (self->builder, track));
  TvFtraceGraphKind kind = (TvFtraceGraphKind) event->decoded->kind;

  if (kind == TV_FTRACE_GRAPH_LEAVE)
    leave (self, event, track, ts);
  if (kind != TV_FTRACE_GRAPH_ENTER && kind != TV_FTRACE_GRAPH_LEAF)
    return;
  tv_ftrace_handler_event_use_args (event, self->builder);
  tv_trace_builder_begin (
      self->builder, track,
      tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, NAME)), ts, 0,
      event->file_offset);
  if (kind == TV_FTRACE_GRAPH_LEAF || tv_ftrace_handlers_is_endless (self, event))
    tv_trace_builder_end (self->builder, track, TV_NONE, ts + event->decoded->values[DURATION], 0,
                          0, event->file_offset);
}
