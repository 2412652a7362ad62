/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-lanes.h"

#include "formats/ftrace/ftrace-match.h"

/* Calls of the system, and fences that drivers wait for.
 *
 *   sys_enter: NR 63 (3, 7ffe…)      from linux/include/trace/events/syscalls.h
 *   sys_exit: NR 63 = 832
 *   dma_fence_init: driver=msm timeline=gpu-ring-0 context=1 seqno=16665
 *                                    from linux/include/trace/events/dma_fence.h
 *
 * Where the name of a call is known, it stands behind the number.
 */

/* Of a %TV_FTRACE_CATEGORY_KERNEL: strings are the name of the slice and that of the track. */
typedef enum
{
  CALL_BEGIN,
  CALL_END,
  FENCE_INIT,
  FENCE_EMIT,
  FENCE_SIGNALED,
} KernelKind;

#define CALLS_LANE  "syscalls"
#define WAITS_LANE  "dma fence waits"
#define RESULT_KEY  "ret"
#define FENCE_NAME  "fence"
#define SEQNO_KEY   "fence seqno"
#define CONTEXT_KEY "fence context"

/* As long as a driver's queue may be; what is behind that is not followed. */
#define MOST_PENDING 1024

/* values */
#define CONTEXT 0
#define SEQNO   1

/* Fences of one timeline are done one after the other: the slice is that of the first one. */
typedef struct
{
  GArray *pending;   /* gint64: their numbers */
  gboolean has_emit; /* what is emitted counts, and not what is made */
  gboolean is_open;
} Timeline;

static void
timeline_free (gpointer data)
{
  Timeline *self = data;

  g_array_unref (self->pending);
  g_free (self);
}

/* ---- What an event says ---- */

static gboolean
digest_call (TvFtraceDigests *self, TvSpan args, TvFtraceDigest *out)
{
  gint64 number, result;
  const char *at = match (args, "NR %l ", &number), *end = args.text + args.size, *stop;
  g_autofree char *name = NULL;

  if (at == NULL || at >= end)
    return FALSE;
  for (stop = at; stop < end && (g_ascii_isalnum (*stop) || *stop == '_');)
    stop++;
  name = stop > at ? g_strdup_printf ("sys_%.*s", (int) MIN (stop - at, 64), at)
                   : g_strdup_printf ("sys_%" G_GINT64_FORMAT, number);
  out->kind = out->event == TV_FTRACE_EVENT_SYS_ENTER ? CALL_BEGIN : CALL_END;
  out->strings[0] = tv_ftrace_digests_string (self, tv_span (name));
  out->strings[1] = tv_ftrace_digests_string (self, tv_span (CALLS_LANE));
  if (out->kind == CALL_END && (match (((TvSpan){ stop, end - stop }), "= %l", &result) != NULL ||
                                match (((TvSpan){ stop, end - stop }), " = %l", &result) != NULL))
    {
      tv_ftrace_digests_add_arg (self, tv_ftrace_digests_string (self, tv_span (RESULT_KEY)),
                                 tv_ftrace_digests_number (self, result));
      out->args = tv_ftrace_digests_take_args (self);
    }
  return TRUE;
}

static void
digest_wait (TvFtraceDigests *self, TvFtraceDigest *out)
{
  out->kind = out->event == TV_FTRACE_EVENT_DMA_FENCE_WAIT_START ? CALL_BEGIN : CALL_END;
  out->strings[0] = tv_ftrace_digests_string (self, tv_span ("dma_fence_wait"));
  out->strings[1] = tv_ftrace_digests_string (self, tv_span (WAITS_LANE));
  if (out->kind == CALL_END)
    return;
  tv_ftrace_digests_add_arg (self, tv_ftrace_digests_string (self, tv_span (CONTEXT_KEY)),
                             tv_ftrace_digests_number (self, out->values[CONTEXT]));
  tv_ftrace_digests_add_arg (self, tv_ftrace_digests_string (self, tv_span (SEQNO_KEY)),
                             tv_ftrace_digests_number (self, out->values[SEQNO]));
  out->args = tv_ftrace_digests_take_args (self);
}

static gboolean
digest_fence (TvFtraceDigests *self, TvSpan args, TvFtraceDigest *out)
{
  TvSpan timeline;
  g_autofree char *lane = NULL;

  if (!tv_ftrace_find_word (args, "timeline=", &timeline) ||
      !tv_ftrace_find_long (args, "context=", &out->values[CONTEXT]) ||
      !tv_ftrace_find_long (args, "seqno=", &out->values[SEQNO]))
    return FALSE;
  if (out->event == TV_FTRACE_EVENT_DMA_FENCE_WAIT_START ||
      out->event == TV_FTRACE_EVENT_DMA_FENCE_WAIT_END)
    {
      digest_wait (self, out);
      return TRUE;
    }
  /* What drivers have for fences that are of none yet. */
  if (tv_span_is (timeline, "unbound"))
    {
      out->category = TV_FTRACE_CATEGORY_NONE;
      return TRUE;
    }
  lane = g_strdup_printf ("fence-%.*s-%" G_GINT64_FORMAT, (int) MIN (timeline.size, 256),
                          timeline.text, out->values[CONTEXT]);
  out->kind = out->event == TV_FTRACE_EVENT_DMA_FENCE_INIT   ? FENCE_INIT
              : out->event == TV_FTRACE_EVENT_DMA_FENCE_EMIT ? FENCE_EMIT
                                                             : FENCE_SIGNALED;
  out->strings[0] = tv_ftrace_digests_string (self, tv_span (FENCE_NAME));
  out->strings[1] = tv_ftrace_digests_string (self, tv_span (lane));
  out->strings[2] = tv_ftrace_digests_string (self, tv_span (SEQNO_KEY));
  return TRUE;
}

gboolean
tv_ftrace_digest_kernel (TvFtraceDigests *self, TvSpan args, TvFtraceDigest *out)
{
  return out->event == TV_FTRACE_EVENT_SYS_ENTER || out->event == TV_FTRACE_EVENT_SYS_EXIT
             ? digest_call (self, args, out)
             : digest_fence (self, args, out);
}

/* ---- What it means ---- */

static void
add_call (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  guint32 track = tv_trace_builder_get_extra_track (self->builder, TV_TRACK_THREAD_EXTRA,
                                                    TV_ROLE_OTHER, event->utid,
                                                    tv_ftrace_lane_event_string (event, 1));
  guint32 symbol = tv_ftrace_lanes_symbol (self, tv_ftrace_lane_event_string (event, 0));
  guint32 open_symbol;
  guint64 slice;

  if (event->said->kind == CALL_END)
    {
      if (event->said->args != TV_NONE &&
          tv_trace_builder_get_open_slice (self->builder, track, &slice, &open_symbol) &&
          open_symbol == symbol)
        tv_ftrace_args_give (event->args, event->said->args, slice, self->builder);
      tv_trace_builder_end (self->builder, track, symbol, event->ts, 0, 0, event->where);
      return;
    }
  tv_ftrace_lane_event_use_args (event, self->builder);
  tv_trace_builder_begin (self->builder, track, symbol, event->ts, 0, event->where);
}

static Timeline *
get_timeline (TvFtraceLanes *self, guint32 lane)
{
  Timeline *timeline;

  if (self->fences == NULL)
    self->fences = g_hash_table_new_full (NULL, NULL, NULL, timeline_free);
  timeline = g_hash_table_lookup (self->fences, GUINT_TO_POINTER (lane));
  if (timeline == NULL)
    {
      timeline = g_new0 (Timeline, 1);
      timeline->pending = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_hash_table_insert (self->fences, GUINT_TO_POINTER (lane), timeline);
    }
  return timeline;
}

static void
end_fence (TvFtraceLanes *self, Timeline *timeline, const TvFtraceLaneEvent *event)
{
  if (timeline->is_open)
    tv_trace_builder_end_async (self->builder, TV_NONE, tv_ftrace_lane_event_string (event, 1), 0,
                                event->ts, event->where);
  timeline->is_open = FALSE;
}

/* The first of those that wait is the one that is worked on. */
static void
begin_fence (TvFtraceLanes *self, Timeline *timeline, const TvFtraceLaneEvent *event)
{
  guint32 lane = tv_ftrace_lane_event_string (event, 1);

  if (timeline->pending->len == 0 || timeline->is_open)
    return;
  tv_trace_builder_add_int_arg (self->builder, tv_ftrace_lane_event_string (event, 2),
                                g_array_index (timeline->pending, gint64, 0));
  tv_trace_builder_begin_async (
      self->builder, TV_NONE, lane,
      tv_ftrace_lanes_symbol (self, tv_ftrace_lane_event_string (event, 0)), lane, 0, event->ts,
      event->where);
  timeline->is_open = TRUE;
}

static void
signal_fence (TvFtraceLanes *self, Timeline *timeline, const TvFtraceLaneEvent *event)
{
  for (guint i = 0; i < timeline->pending->len; i++)
    if (g_array_index (timeline->pending, gint64, i) == event->said->values[SEQNO])
      {
        g_array_remove_range (timeline->pending, 0, i + 1);
        end_fence (self, timeline, event);
        begin_fence (self, timeline, event);
        return;
      }
}

static void
add_fence (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  Timeline *timeline = get_timeline (self, tv_ftrace_lane_event_string (event, 1));

  if (event->said->kind == FENCE_SIGNALED)
    {
      signal_fence (self, timeline, event);
      return;
    }
  if (event->said->kind == FENCE_EMIT && !timeline->has_emit)
    {
      end_fence (self, timeline, event);
      g_array_set_size (timeline->pending, 0);
      timeline->has_emit = TRUE;
    }
  if ((event->said->kind == FENCE_EMIT) != timeline->has_emit ||
      timeline->pending->len >= MOST_PENDING)
    return;
  g_array_append_val (timeline->pending, event->said->values[SEQNO]);
  begin_fence (self, timeline, event);
}

void
tv_ftrace_lanes_kernel (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  if (event->said->kind == CALL_BEGIN || event->said->kind == CALL_END)
    add_call (self, event);
  else
    add_fence (self, event);
}
