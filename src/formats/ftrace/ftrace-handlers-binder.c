/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-handlers.h"

/* Handles binder calls. Each thread has a separate track "binder", because calls need not nest with the slices of the
 * thread.
 *
 *   client   [binder transaction            ]     sent … reply received
 *                 ╲ flow              ╱ flow
 *   server         [binder reply     ]            received … reply sent
 *
 * A one-way call is an instant at both ends. A failed call ends when the failure is returned to the sender.
 * Called by ftrace-handlers.c: tv_ftrace_decode_binder() on any thread, tv_ftrace_handlers_binder() in time
 * order. The open transactions are in TvFtraceHandlers. */

#define ONE_WAY 0x1 /* TF_ONE_WAY of linux/android/binder.h */

/* Indexes into the arrays of a decoded event. */
#define NAME            0 /* in @strings: name of the slice or instant */
#define TRACK           1
#define NAME_IF_ONE_WAY 2 /* in @strings: name for the receiver of a one-way call */
#define EVENTS          2 /* in @strings: track for instants, such as failed calls */
#define TRANSACTION     0 /* in @values: transaction id */

#define NO_SLICE G_MAXUINT64

/* ---- Decoding ---- */

typedef enum
{
  RECEIVE,
  SEND_CALL,
  SEND_ONE_WAY,
  SEND_REPLY,
  ALLOCATE,
  RETURN,
  FAIL,
} Kind;

static guint32
text (TvFtraceDecodedEvents *self, const char *text)
{
  return tv_ftrace_decoded_events_string (self, tv_span (text));
}

static void
add_number (TvFtraceDecodedEvents *self, const char *key, gint64 number)
{
  tv_ftrace_decoded_events_add_arg (self, text (self, key),
                                    tv_ftrace_decoded_events_number (self, number));
}

static void
add_call_args (TvFtraceDecodedEvents *self, const TvBinderTransaction *binder)
{
  char code[32];

  g_snprintf (code, sizeof code, "0x%" G_GINT64_MODIFIER "x", binder->code);
  add_number (self, "transaction", binder->transaction);
  add_number (self, "destination process", binder->dest_proc);
  if (binder->dest_thread != 0)
    add_number (self, "destination thread", binder->dest_thread);
  tv_ftrace_decoded_events_add_arg (self, text (self, "code"), text (self, code));
}

/* Decodes events that add sizes or a failure to a transaction. These events are also shown as instants. */
static void
decode_addition (TvFtraceDecodedEvents *self,
                 guint32 name,
                 const TvBinderTransaction *binder,
                 TvFtraceDecoded *out)
{
  out->strings[NAME] = name;
  out->strings[EVENTS] = text (self, "events");
  if (out->event == TV_FTRACE_EVENT_BINDER_TRANSACTION_ALLOC_BUF)
    {
      out->kind = ALLOCATE;
      add_number (self, "data size", binder->data_size);
      add_number (self, "offsets size", binder->offsets_size);
    }
  else if (binder->failure != NULL)
    {
      out->kind = FAIL;
      tv_ftrace_decoded_events_add_arg (self, text (self, "error"), text (self, binder->failure));
    }
  else
    out->kind = RETURN;
  out->args = tv_ftrace_decoded_events_take_args (self);
}

gboolean
tv_ftrace_decode_binder (TvFtraceDecodedEvents *self,
                         guint32 name,
                         const TvKernelArgs *args,
                         TvFtraceDecoded *out)
{
  TvBinderTransaction binder;

  if (!tv_kernel_args_get_binder (args, out->event, &binder))
    return FALSE;
  out->values[TRANSACTION] = binder.transaction;
  out->strings[TRACK] = text (self, "binder");
  if (out->event == TV_FTRACE_EVENT_BINDER_TRANSACTION_ALLOC_BUF ||
      out->event == TV_FTRACE_EVENT_BINDER_RETURN)
    {
      decode_addition (self, name, &binder, out);
      return TRUE;
    }
  if (out->event == TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED)
    {
      out->kind = RECEIVE;
      out->strings[NAME] = text (self, "binder reply");
      out->strings[NAME_IF_ONE_WAY] = text (self, "binder one-way received");
      add_number (self, "transaction", binder.transaction);
    }
  else if (binder.is_reply)
    {
      out->kind = SEND_REPLY;
      out->strings[NAME] = text (self, "binder reply");
    }
  else
    {
      out->kind = binder.flags & ONE_WAY ? SEND_ONE_WAY : SEND_CALL;
      out->strings[NAME] = text (self, out->kind == SEND_ONE_WAY ? "binder one-way"
                                                                 : "binder transaction");
      add_call_args (self, &binder);
    }
  out->args = tv_ftrace_decoded_events_take_args (self);
  return TRUE;
}

/* ---- Handlers ---- */

static void
wait_for (TvFtraceHandlers *self, gint64 id, TvFtraceWaiting waiting, guint64 slice)
{
  tv_id_map_set (&self->transactions, (guint64) id, self->waiting->len);
  g_array_append_val (self->waiting, ((TvFtraceTransaction){ waiting, slice }));
}

static void
send (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event, guint32 track)
{
  guint32 symbol = tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, NAME));
  gint64 id = event->decoded->values[TRANSACTION];

  /* Logs without binder_transaction_received do not show when a reply arrives, so a call remains open until it fails
   * or the thread begins another transaction. */
  if (!self->has_received)
    {
      tv_ftrace_handlers_begin_alone (self, event, track, symbol);
      if (event->decoded->kind != SEND_CALL && !tv_ftrace_handlers_is_endless (self, event))
        tv_trace_builder_end (self->builder, track, TV_NONE, event->ts, 0, 0, event->file_offset);
      return;
    }
  if (event->decoded->kind == SEND_REPLY)
    {
      guint64 reply = NO_SLICE;
      guint32 open_symbol;

      /* A reply ends the last call that this thread received. */
      if (tv_trace_builder_get_open_slice (self->builder, track, &reply, &open_symbol) &&
          open_symbol != symbol)
        reply = NO_SLICE;
      tv_trace_builder_end (self->builder, track, symbol, event->ts, 0, 0, event->file_offset);
      wait_for (self, id, TV_FTRACE_WAITS_FOR_REPLY, reply);
      return;
    }
  tv_ftrace_handler_event_use_args (event, self->builder);
  if (event->decoded->kind == SEND_ONE_WAY)
    tv_trace_builder_instant (self->builder, track, symbol, event->ts, event->file_offset);
  else
    tv_trace_builder_begin (self->builder, track, symbol, event->ts, 0, event->file_offset);
  wait_for (self, id,
            event->decoded->kind == SEND_ONE_WAY ? TV_FTRACE_WAITS_FOR_ONE_WAY
                                                 : TV_FTRACE_WAITS_FOR_CALL,
            tv_trace_builder_get_last_slice (self->builder, track));
}

static void
receive (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event, guint32 track)
{
  guint64 id = (guint64) event->decoded->values[TRANSACTION];
  guint32 row = tv_id_map_find (&self->transactions, id), symbol;
  TvFtraceTransaction *sent;
  gboolean is_one_way;

  if (row == TV_NONE)
    return; /* the transaction was sent before the recording began */
  sent = &g_array_index (self->waiting, TvFtraceTransaction, row);
  is_one_way = sent->waiting == TV_FTRACE_WAITS_FOR_ONE_WAY;
  switch (sent->waiting)
    {
    case TV_FTRACE_WAITS_FOR_REPLY:
      symbol = tv_ftrace_handlers_symbol (self, self->binder_call);
      tv_trace_builder_end (self->builder, track, symbol, event->ts, 0, 0, event->file_offset);
      break;
    case TV_FTRACE_WAITS_FOR_CALL:
    case TV_FTRACE_WAITS_FOR_ONE_WAY:
      symbol = tv_ftrace_handlers_symbol (
          self, tv_ftrace_handler_event_string (event, is_one_way ? NAME_IF_ONE_WAY : NAME));
      tv_ftrace_handler_event_use_args (event, self->builder);
      if (is_one_way)
        tv_trace_builder_instant (self->builder, track, symbol, event->ts, event->file_offset);
      else
        tv_trace_builder_begin (self->builder, track, symbol, event->ts, 0, event->file_offset);
      tv_trace_builder_add_flow (self->builder, sent->slice,
                                 tv_trace_builder_get_last_slice (self->builder, track));
      break;
    case TV_FTRACE_WAITS_FOR_NOTHING:
    default:
      break;
    }
  sent->waiting = TV_FTRACE_WAITS_FOR_NOTHING;
}

/* Adds the buffer sizes to the slice of the call or reply. */
static void
allocate (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 row = tv_id_map_find (&self->transactions, (guint64) event->decoded->values[TRANSACTION]);
  guint64 slice;

  if (row == TV_NONE)
    return;
  slice = g_array_index (self->waiting, TvFtraceTransaction, row).slice;
  if (slice == NO_SLICE)
    return;
  tv_ftrace_args_append (event->args, event->decoded->args, slice, self->builder);
}

/* Ends the call on whose reply the thread waits. A one-way call may also fail while the thread serves another call,
 * which remains open. */
static void
fail (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event, guint32 track)
{
  guint32 symbol;
  guint64 slice;

  if (!tv_trace_builder_get_open_slice (self->builder, track, &slice, &symbol) ||
      symbol != tv_ftrace_handlers_symbol (self, self->binder_call))
    return;
  tv_ftrace_args_append (event->args, event->decoded->args, slice, self->builder);
  tv_trace_builder_end (self->builder, track, symbol, event->ts, 0, TV_SLICE_FAILED,
                        event->file_offset);
}

static void
add_addition (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 points = tv_trace_builder_get_extra_track (
      self->builder, TV_TRACK_THREAD_EXTRA, TV_ROLE_EVENTS, event->utid,
      tv_ftrace_handler_event_string (event, EVENTS));

  tv_trace_builder_instant (
      self->builder, points,
      tv_ftrace_handlers_symbol (self, tv_ftrace_handler_event_string (event, NAME)), event->ts,
      event->file_offset);
  if (event->decoded->kind == ALLOCATE)
    allocate (self, event);
  else if (event->decoded->kind == FAIL)
    fail (self, event,
          tv_trace_builder_get_extra_track (self->builder, TV_TRACK_THREAD_EXTRA, TV_ROLE_BINDER,
                                            event->utid,
                                            tv_ftrace_handler_event_string (event, TRACK)));
}

void
tv_ftrace_handlers_binder (TvFtraceHandlers *self, const TvFtraceHandlerEvent *event)
{
  guint32 track;

  if (event->decoded->kind >= ALLOCATE)
    {
      add_addition (self, event);
      return;
    }
  track = tv_trace_builder_get_extra_track (self->builder, TV_TRACK_THREAD_EXTRA, TV_ROLE_BINDER,
                                            event->utid,
                                            tv_ftrace_handler_event_string (event, TRACK));
  if (event->decoded->kind == RECEIVE)
    receive (self, event, track);
  else
    send (self, event, track);
}
