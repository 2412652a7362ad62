/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace-lanes.h"

/* Binder calls, on a track "binder" beside each thread's marks, which they need not nest with.
 *
 *   client   [binder transaction            ]     sent … its reply received
 *                 ╲ flow              ╱ flow
 *   server         [binder reply     ]            received … its reply sent
 *
 * A one-way call is a point at both ends. */

#define ONE_WAY 0x1 /* TF_ONE_WAY of linux/android/binder.h */

typedef enum
{
  WAITS_FOR_RECEIVE,
  WAITS_FOR_RECEIVE_ONE_WAY,
  WAITS_FOR_REPLY,
} Waiting;

typedef struct
{
  Waiting waiting;
  guint64 slice; /* what it was sent from */
} Transaction;

static guint32
get_track (TvFtraceLanes *self, guint32 utid)
{
  return tv_ftrace_lanes_track (self, TV_TRACK_THREAD_EXTRA, utid, "binder");
}

static void
wait_for (TvFtraceLanes *self, gint64 id, Waiting waiting, guint64 slice)
{
  Transaction transaction = { waiting, slice };

  g_hash_table_insert (self->transactions, g_memdup2 (&id, sizeof id),
                       g_memdup2 (&transaction, sizeof transaction));
}

static void
add_binder_args (TvFtraceLanes *self, const TvBinderTransaction *binder)
{
  char code[32];

  g_snprintf (code, sizeof code, "0x%" G_GINT64_MODIFIER "x", binder->code);
  tv_ftrace_lanes_number_arg (self, "transaction", binder->transaction);
  tv_ftrace_lanes_number_arg (self, "destination process", binder->dest_proc);
  if (binder->dest_thread != 0)
    tv_ftrace_lanes_number_arg (self, "destination thread", binder->dest_thread);
  tv_ftrace_lanes_arg (self, "code", tv_span (code));
}

static void
send (TvFtraceLanes *self, const TvFtraceLaneEvent *event, const TvBinderTransaction *binder)
{
  guint32 track = get_track (self, event->utid);

  if (binder->is_reply)
    {
      /* The call that this thread received last ends with the reply to it. */
      tv_trace_builder_end (self->builder, track,
                            tv_ftrace_lanes_symbol (self, tv_span ("binder reply")), event->ts, 0,
                            0, event->where);
      wait_for (self, binder->transaction, WAITS_FOR_REPLY, 0);
      return;
    }
  add_binder_args (self, binder);
  if (binder->flags & ONE_WAY)
    tv_trace_builder_instant (self->builder, track,
                              tv_ftrace_lanes_symbol (self, tv_span ("binder one-way")), event->ts,
                              event->where);
  else
    tv_trace_builder_begin (self->builder, track,
                            tv_ftrace_lanes_symbol (self, tv_span ("binder transaction")),
                            event->ts, 0, event->where);
  wait_for (self, binder->transaction,
            binder->flags & ONE_WAY ? WAITS_FOR_RECEIVE_ONE_WAY : WAITS_FOR_RECEIVE,
            tv_trace_builder_get_last_slice (self->builder, track));
}

static void
receive (TvFtraceLanes *self, const TvFtraceLaneEvent *event, gint64 id)
{
  Transaction *sent = g_hash_table_lookup (self->transactions, &id);
  guint32 track = get_track (self, event->utid);

  if (sent == NULL)
    return; /* sent before the log began */
  switch (sent->waiting)
    {
    case WAITS_FOR_RECEIVE:
      tv_ftrace_lanes_number_arg (self, "transaction", id);
      tv_trace_builder_begin (self->builder, track,
                              tv_ftrace_lanes_symbol (self, tv_span ("binder reply")), event->ts, 0,
                              event->where);
      tv_trace_builder_add_flow (self->builder, sent->slice,
                                 tv_trace_builder_get_last_slice (self->builder, track));
      break;
    case WAITS_FOR_RECEIVE_ONE_WAY:
      tv_ftrace_lanes_number_arg (self, "transaction", id);
      tv_trace_builder_instant (self->builder, track,
                                tv_ftrace_lanes_symbol (self, tv_span ("binder one-way received")),
                                event->ts, event->where);
      tv_trace_builder_add_flow (self->builder, sent->slice,
                                 tv_trace_builder_get_last_slice (self->builder, track));
      break;
    case WAITS_FOR_REPLY:
    default:
      tv_trace_builder_end (self->builder, track,
                            tv_ftrace_lanes_symbol (self, tv_span ("binder transaction")),
                            event->ts, 0, 0, event->where);
      break;
    }
  g_hash_table_remove (self->transactions, &id);
}

static void
add_lock (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  guint32 track = tv_ftrace_lanes_track (self, TV_TRACK_THREAD_EXTRA, event->utid, "binder lock");

  if (event->event != TV_FTRACE_EVENT_BINDER_LOCK)
    tv_trace_builder_end (self->builder, track, TV_NONE, event->ts, 0, 0, event->where);
  if (event->event != TV_FTRACE_EVENT_BINDER_UNLOCK)
    tv_trace_builder_begin (
        self->builder, track,
        tv_ftrace_lanes_symbol (self, tv_span (event->event == TV_FTRACE_EVENT_BINDER_LOCK
                                                   ? "waiting for binder lock"
                                                   : "holding binder lock")),
        event->ts, 0, event->where);
}

gboolean
tv_ftrace_lanes_binder (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  TvBinderTransaction binder;
  TvSpan tag;

  if (event->event != TV_FTRACE_EVENT_BINDER_TRANSACTION &&
      event->event != TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED)
    {
      if (!tv_ftrace_parse_binder_lock (event->args, &tag))
        return FALSE;
      add_lock (self, event);
      return TRUE;
    }
  if (!tv_ftrace_parse_binder (event->event, event->args, &binder))
    return FALSE;
  if (event->event == TV_FTRACE_EVENT_BINDER_TRANSACTION)
    send (self, event, &binder);
  else
    receive (self, event, binder.transaction);
  return TRUE;
}
