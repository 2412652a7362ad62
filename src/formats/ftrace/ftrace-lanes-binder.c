/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-lanes.h"

/* Binder calls, on a track "binder" beside each thread's marks, which they need not nest with.
 *
 *   client   [binder transaction            ]     sent … its reply received
 *                 ╲ flow              ╱ flow
 *   server         [binder reply     ]            received … its reply sent
 *
 * A one-way call is a point at both ends. */

#define ONE_WAY 0x1 /* TF_ONE_WAY of linux/android/binder.h */

/* In a digest. */
#define NAME            0 /* strings */
#define TRACK           1
#define NAME_IF_ONE_WAY 2 /* of what is received */
#define TRANSACTION     0 /* values */

/* ---- What an event says ---- */

typedef enum
{
  RECEIVE,
  SEND_CALL,
  SEND_ONE_WAY,
  SEND_REPLY,
} Kind;

static guint32
text (TvFtraceDigests *self, const char *text)
{
  return tv_ftrace_digests_string (self, tv_span (text));
}

static void
add_number (TvFtraceDigests *self, const char *key, gint64 number)
{
  tv_ftrace_digests_add_arg (self, text (self, key), tv_ftrace_digests_number (self, number));
}

static void
add_call_args (TvFtraceDigests *self, const TvBinderTransaction *binder)
{
  char code[32];

  g_snprintf (code, sizeof code, "0x%" G_GINT64_MODIFIER "x", binder->code);
  add_number (self, "transaction", binder->transaction);
  add_number (self, "destination process", binder->dest_proc);
  if (binder->dest_thread != 0)
    add_number (self, "destination thread", binder->dest_thread);
  tv_ftrace_digests_add_arg (self, text (self, "code"), text (self, code));
}

gboolean
tv_ftrace_digest_binder (TvFtraceDigests *self, TvSpan args, TvFtraceDigest *out)
{
  TvBinderTransaction binder;

  if (!tv_ftrace_parse_binder (out->event, args, &binder))
    return FALSE;
  out->values[TRANSACTION] = binder.transaction;
  out->strings[TRACK] = text (self, "binder");
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
  out->args = tv_ftrace_digests_take_args (self);
  return TRUE;
}

/* ---- What it means ---- */

static void
wait_for (TvFtraceLanes *self, gint64 id, TvFtraceWaiting waiting, guint64 slice)
{
  tv_id_map_set (&self->transactions, (guint64) id, self->waiting->len);
  g_array_append_val (self->waiting, ((TvFtraceTransaction){ waiting, slice }));
}

static void
send (TvFtraceLanes *self, const TvFtraceLaneEvent *event, guint32 track)
{
  guint32 symbol = tv_ftrace_lanes_symbol (self, tv_ftrace_lane_event_string (event, NAME));
  gint64 id = event->said->values[TRANSACTION];

  if (event->said->kind == SEND_REPLY)
    {
      /* The call that this thread received last ends with the reply to it. */
      tv_trace_builder_end (self->builder, track, symbol, event->ts, 0, 0, event->where);
      wait_for (self, id, TV_FTRACE_WAITS_FOR_REPLY, 0);
      return;
    }
  tv_ftrace_lane_event_use_args (event, self->builder);
  if (event->said->kind == SEND_ONE_WAY)
    tv_trace_builder_instant (self->builder, track, symbol, event->ts, event->where);
  else
    tv_trace_builder_begin (self->builder, track, symbol, event->ts, 0, event->where);
  wait_for (self, id,
            event->said->kind == SEND_ONE_WAY ? TV_FTRACE_WAITS_FOR_ONE_WAY
                                              : TV_FTRACE_WAITS_FOR_CALL,
            tv_trace_builder_get_last_slice (self->builder, track));
}

static void
receive (TvFtraceLanes *self, const TvFtraceLaneEvent *event, guint32 track)
{
  guint64 id = (guint64) event->said->values[TRANSACTION];
  guint32 row = tv_id_map_find (&self->transactions, id), symbol;
  TvFtraceTransaction *sent;
  gboolean is_one_way;

  if (row == TV_NONE)
    return; /* sent before the log began */
  sent = &g_array_index (self->waiting, TvFtraceTransaction, row);
  is_one_way = sent->waiting == TV_FTRACE_WAITS_FOR_ONE_WAY;
  switch (sent->waiting)
    {
    case TV_FTRACE_WAITS_FOR_REPLY:
      symbol = tv_ftrace_lanes_symbol (self, self->binder_call);
      tv_trace_builder_end (self->builder, track, symbol, event->ts, 0, 0, event->where);
      break;
    case TV_FTRACE_WAITS_FOR_CALL:
    case TV_FTRACE_WAITS_FOR_ONE_WAY:
      symbol = tv_ftrace_lanes_symbol (
          self, tv_ftrace_lane_event_string (event, is_one_way ? NAME_IF_ONE_WAY : NAME));
      tv_ftrace_lane_event_use_args (event, self->builder);
      if (is_one_way)
        tv_trace_builder_instant (self->builder, track, symbol, event->ts, event->where);
      else
        tv_trace_builder_begin (self->builder, track, symbol, event->ts, 0, event->where);
      tv_trace_builder_add_flow (self->builder, sent->slice,
                                 tv_trace_builder_get_last_slice (self->builder, track));
      break;
    case TV_FTRACE_WAITS_FOR_NOTHING:
    default:
      break;
    }
  sent->waiting = TV_FTRACE_WAITS_FOR_NOTHING;
}

void
tv_ftrace_lanes_binder (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  guint32 track = tv_trace_builder_get_extra_track (self->builder, TV_TRACK_THREAD_EXTRA,
                                                    event->utid,
                                                    tv_ftrace_lane_event_string (event, TRACK));

  if (event->said->kind == RECEIVE)
    receive (self, event, track);
  else
    send (self, event, track);
}
