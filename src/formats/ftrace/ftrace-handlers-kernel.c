/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-handlers.h"

#include "formats/ftrace/ftrace-pending.h"
#include "formats/ftrace/ftrace-match.h"

/* Handles system calls and DMA fences:
 *
 *   sys_enter: NR 63 (3, 7ffe…)      linux/include/trace/events/syscalls.h
 *   sys_exit: NR 63 = 832
 *   dma_fence_init: driver=msm timeline=gpu-ring-0 context=1 seqno=16665
 *                                    linux/include/trace/events/dma_fence.h
 *
 * A slice has the name of the system call, or its number if the name is unknown. Called by ftrace-handlers.c:
 * tv_ftrace_decode_kernel() on any thread, tv_ftrace_handlers_kernel() in time order. Pending fences are in
 * ftrace-pending.c. */

/* Kinds of events in TV_FTRACE_CATEGORY_KERNEL. The first two strings of such an event are the names of its slice and
 * track. */
typedef enum
{
  CALL_BEGIN,
  CALL_END,
  FENCE_INIT,
  FENCE_EMIT,
  FENCE_SIGNALED,
} KernelKind;

#define SYSCALL_TRACK    "syscalls"
#define FENCE_WAIT_TRACK "dma fence waits"
#define RESULT_KEY       "ret"
#define FENCE_NAME       "fence"
#define SEQNO_KEY        "fence seqno"
#define CONTEXT_KEY      "fence context"

/* Indexes into @values of a decoded event. */
#define CONTEXT 0
#define SEQNO   1

/* ---- Decoding ---- */

static gboolean
decode_call (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSystemCall call;
  g_autofree char *name = NULL;

  if (!tv_kernel_args_get_system_call (args, out->event, &call))
    return FALSE;
  name = call.name.size > 0
             ? g_strdup_printf ("sys_%.*s", (int) MIN (call.name.size, 64), call.name.text)
             : g_strdup_printf ("sys_%" G_GINT64_FORMAT, call.number);
  out->kind = out->event == TV_FTRACE_EVENT_SYS_ENTER ? CALL_BEGIN : CALL_END;
  out->strings[0] = tv_ftrace_decoded_events_string (self, tv_span (name));
  out->strings[1] = tv_ftrace_decoded_events_string (self, tv_span (SYSCALL_TRACK));
  if (call.has_result)
    {
      tv_ftrace_decoded_events_add_arg (
          self, tv_ftrace_decoded_events_string (self, tv_span (RESULT_KEY)),
          tv_ftrace_decoded_events_number (self, call.result));
      out->args = tv_ftrace_decoded_events_take_args (self);
    }
  return TRUE;
}

static void
decode_wait (TvFtraceDecodedEvents *self, TvFtraceDecoded *out)
{
  out->kind = out->event == TV_FTRACE_EVENT_DMA_FENCE_WAIT_START ? CALL_BEGIN : CALL_END;
  out->strings[0] = tv_ftrace_decoded_events_string (self, tv_span ("dma_fence_wait"));
  out->strings[1] = tv_ftrace_decoded_events_string (self, tv_span (FENCE_WAIT_TRACK));
  if (out->kind == CALL_END)
    return;
  tv_ftrace_decoded_events_add_arg (self,
                                    tv_ftrace_decoded_events_string (self, tv_span (CONTEXT_KEY)),
                                    tv_ftrace_decoded_events_number (self, out->values[CONTEXT]));
  tv_ftrace_decoded_events_add_arg (self,
                                    tv_ftrace_decoded_events_string (self, tv_span (SEQNO_KEY)),
                                    tv_ftrace_decoded_events_number (self, out->values[SEQNO]));
  out->args = tv_ftrace_decoded_events_take_args (self);
}

static gboolean
decode_fence (TvFtraceDecodedEvents *self, const TvKernelArgs *args, TvFtraceDecoded *out)
{
  TvSpan timeline;
  g_autofree char *track_name = NULL;

  if (!tv_kernel_args_find_word (args, "timeline=", &timeline) ||
      !tv_kernel_args_find_long (args, "context=", &out->values[CONTEXT]) ||
      !tv_kernel_args_find_long (args, "seqno=", &out->values[SEQNO]))
    return FALSE;
  if (out->event == TV_FTRACE_EVENT_DMA_FENCE_WAIT_START ||
      out->event == TV_FTRACE_EVENT_DMA_FENCE_WAIT_END)
    {
      decode_wait (self, out);
      return TRUE;
    }
  /* Drivers use this name for fences without a timeline. */
  if (tv_span_is (timeline, "unbound"))
    {
      out->category = TV_FTRACE_CATEGORY_NONE;
      return TRUE;
    }
  track_name = g_strdup_printf ("fence-%.*s-%" G_GINT64_FORMAT, (int) MIN (timeline.size, 256),
                                timeline.text, out->values[CONTEXT]);
  out->kind = out->event == TV_FTRACE_EVENT_DMA_FENCE_INIT   ? FENCE_INIT
              : out->event == TV_FTRACE_EVENT_DMA_FENCE_EMIT ? FENCE_EMIT
                                                             : FENCE_SIGNALED;
  out->strings[0] = tv_ftrace_decoded_events_string (self, tv_span (FENCE_NAME));
  out->strings[1] = tv_ftrace_decoded_events_string (self, tv_span (track_name));
  out->strings[2] = tv_ftrace_decoded_events_string (self, tv_span (SEQNO_KEY));
  return TRUE;
}

gboolean
tv_ftrace_decode_kernel (TvFtraceDecodedEvents *self,
                         const TvKernelArgs *args,
                         TvFtraceDecoded *out)
{
  return out->event == TV_FTRACE_EVENT_SYS_ENTER || out->event == TV_FTRACE_EVENT_SYS_EXIT
             ? decode_call (self, args, out)
             : decode_fence (self, args, out);
}

/* ---- Handlers ---- */

static void
add_call (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 track = tv_trace_builder_get_extra_track (self->builder, TV_TRACK_THREAD_EXTRA,
                                                    TV_ROLE_OTHER, event->utid,
                                                    tv_ftrace_handler_event_string (event, 1));
  guint32 symbol = tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, 0));
  guint32 open_symbol;
  guint64 slice;

  if (event->decoded->kind == CALL_END)
    {
      if (event->decoded->args != TV_NONE &&
          tv_trace_builder_get_open_slice (self->builder, track, &slice, &open_symbol) &&
          open_symbol == symbol)
        tv_ftrace_args_append (event->args, event->decoded->args, slice, self->builder);
      tv_ftrace_handlers_end (self, event, track, symbol);
      return;
    }
  tv_ftrace_handlers_begin_alone (self, event, track, symbol);
}

/* Begins or ends a fence. The fences of a timeline are signaled in order. A fence begins at its emit event if the
 * timeline has emit events, otherwise at its init event. */
static void
add_fence (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 track_name = tv_ftrace_handler_event_string (event, 1);
  gint64 seqno = event->decoded->values[SEQNO];
  gboolean has_emit = tv_id_map_find (&self->emitting, track_name) != TV_NONE;
  TvFtraceWork *fence;

  if (event->decoded->kind != FENCE_SIGNALED && tv_ftrace_handlers_is_endless (self, event))
    {
      tv_ftrace_handlers_add_unowned_instant (self, event, track_name);
      return;
    }
  if (self->fences == NULL)
    self->fences = tv_ftrace_pending_new (self->builder);
  fence = tv_ftrace_pending_find (self->fences, track_name, seqno);
  if (event->decoded->kind == FENCE_SIGNALED)
    {
      if (fence != NULL)
        tv_ftrace_pending_finish_up_to (self->fences, fence, event->ts, event->file_offset);
      return;
    }
  if (event->decoded->kind == FENCE_EMIT && !has_emit)
    {
      tv_ftrace_pending_empty_queue (self->fences, track_name, event->ts, event->file_offset);
      tv_id_map_set (&self->emitting, track_name, 0);
      fence = NULL;
      has_emit = TRUE;
    }
  if ((event->decoded->kind == FENCE_EMIT) != has_emit || fence != NULL)
    return;
  fence = tv_ftrace_pending_add (self->fences, track_name, seqno, event->ts, event->file_offset);
  tv_ftrace_pending_enqueue (
      self->fences, fence, track_name,
      tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, 0)),
      tv_ftrace_handler_event_string (event, 2), event->ts, event->file_offset);
}

void
tv_ftrace_handlers_kernel (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  if (event->decoded->kind == CALL_BEGIN || event->decoded->kind == CALL_END)
    add_call (self, event);
  else
    add_fence (self, event);
}
