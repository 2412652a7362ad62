/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>

#include "formats/crash/fault-log-reader.h"

/* Emits the timeline of a freeze: the main thread's event queue, pending calls, lifecycle steps and reports. Entry
 * point: tv_fault_log_emit_times(), called by fault-log-reader.c after the last line. Sorts and merges the data that
 * freeze-reader.c collected; adds tracks and slices to the builder. */

/* Maximum difference in ns between the start times that two lists state for the same call. */
#define SAME_CALL_NS G_GINT64_CONSTANT (1000000000)

static guint32
intern (TvFaultLogReader *self, const char *text)
{
  return tv_trace_builder_intern (self->faults.builder, text, -1);
}

static guint32
add_symbol (TvFaultLogReader *self, guint32 name)
{
  TvSymbol symbol = {
    .class_name = TV_NONE, .name = name, .signature = TV_NONE, .source_file = TV_NONE
  };

  return tv_trace_builder_add_symbol (self->faults.builder, &symbol);
}

/* ---- Calls ---- */

#define COMPARE(a, b)                                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    if ((a) != (b))                                                                                \
      return (a) < (b) ? -1 : 1;                                                                   \
  }                                                                                                \
  G_STMT_END

/* Compares the fields that identify a call in different lists. */
static int
compare_same (const TvFaultLogCall *a, const TvFaultLogCall *b)
{
  COMPARE (a->call.from_pid, b->call.from_pid);
  COMPARE (a->call.from_tid, b->call.from_tid);
  COMPARE (a->call.to_pid, b->call.to_pid);
  COMPARE (a->call.to_tid, b->call.to_tid);
  COMPARE (a->call.has_code, b->call.has_code);
  COMPARE (a->call.code, b->call.code);
  COMPARE (a->call.is_one_way, b->call.is_one_way);
  return 0;
}

static int
compare_calls (gconstpointer a, gconstpointer b)
{
  const TvFaultLogCall *first = a, *second = b;
  int order = compare_same (first, second);

  if (order != 0)
    return order;
  COMPARE (first->seen, second->seen);
  COMPARE (first->call.wait_ns, second->call.wait_ns);
  return 0;
}

static gboolean
is_same_call (const TvFaultLogCall *call, const TvFaultLogCall *later)
{
  gint64 between;

  return compare_same (call, later) == 0 && call->seen != TV_NO_TIME && later->seen != TV_NO_TIME &&
         later->seen > call->seen &&
         !__builtin_sub_overflow (later->seen - later->call.wait_ns,
                                  call->seen - call->call.wait_ns, &between) &&
         ABS (between) < SAME_CALL_NS;
}

/* Emits a pending call of the frozen process on a track of this process. Skips one-way calls and calls without a
 * waiting time. The start is the time of the list minus the waiting time. */
static void
draw_call (TvFaultLogReader *self, const TvFaultLogCall *listed, guint32 upid)
{
  g_autofree char *name = g_strdup_printf ("call to %u", listed->call.to_pid);
  guint32 track;

  if (listed->seen == TV_NO_TIME || listed->call.wait_ns <= 0 || listed->call.is_one_way ||
      listed->call.from_pid != self->pid || listed->seen < listed->call.wait_ns)
    return;
  track = tv_trace_builder_get_extra_track (self->faults.builder, TV_TRACK_ASYNC, TV_ROLE_BINDER,
                                            upid, intern (self, "calls to others"));
  if (listed->call.has_code)
    tv_trace_builder_add_int_arg (self->faults.builder, intern (self, "code"), listed->call.code);
  tv_trace_builder_add_int_arg (self->faults.builder, intern (self, "from tid"),
                                listed->call.from_tid);
  tv_trace_builder_add_unfinished (self->faults.builder, track,
                                   add_symbol (self, intern (self, name)),
                                   listed->seen - listed->call.wait_ns, listed->call.wait_ns, -1);
}

/* Emits each call once, as the last list that contains it describes it. */
static void
emit_calls (TvFaultLogReader *self, guint32 upid)
{
  TvFaultLogCall *calls = (TvFaultLogCall *) (gpointer) self->calls->data;
  guint n = self->calls->len;

  if (n > 0)
    qsort (calls, n, sizeof *calls, compare_calls);
  for (guint i = 0; i < n; i++)
    {
      if (i + 1 < n && is_same_call (&calls[i], &calls[i + 1]))
        continue;
      tv_trace_builder_add_transaction (self->faults.builder, &calls[i].call);
      draw_call (self, &calls[i], upid);
    }
}

/* ---- Points ---- */

/* Sets @ns to the time of a step or report. A time without a date is placed on the day of the fault, or on the day
 * before if it would be later than the fault. Returns FALSE if the date cannot be determined. */
static gboolean
get_time (TvFaultLogReader *self, const TvFaultLogPoint *page, gint64 *ns)
{
  gint64 day;

  *ns = page->ts;
  if (page->has_day)
    return TRUE;
  if (self->ts == TV_NO_TIME || self->ts < TV_LOG_NS_PER_DAY || page->ts >= TV_LOG_NS_PER_DAY)
    return FALSE;
  day = self->ts - self->ts % TV_LOG_NS_PER_DAY;
  *ns += day;
  if (*ns > self->ts)
    *ns -= TV_LOG_NS_PER_DAY;
  return TRUE;
}

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const TvFaultLogPoint *first = a, *second = b;

  COMPARE (first->ts, second->ts);
  return 0;
}

/* Sorts the points of a track by time, and removes points whose time is unknown. */
static void
order_points (TvFaultLogReader *self, GArray *points)
{
  for (guint i = points->len; i-- > 0;)
    {
      TvFaultLogPoint *point = &g_array_index (points, TvFaultLogPoint, i);

      if (!get_time (self, point, &point->ts))
        g_array_remove_index (points, i);
    }
  g_array_sort (points, compare_points);
}

static void
draw_steps (TvFaultLogReader *self, guint32 upid)
{
  order_points (self, self->pages);
  for (guint i = 0; i < self->pages->len; i++)
    {
      const TvFaultLogPoint *step = &g_array_index (self->pages, TvFaultLogPoint, i);

      tv_trace_builder_instant_async (self->faults.builder, upid, intern (self, "steps"),
                                      add_symbol (self, step->text), step->ts);
    }
}

static void
draw_reports (TvFaultLogReader *self, guint32 upid)
{
  guint32 track;

  order_points (self, self->reports);
  if (self->reports->len == 0)
    return;
  track = tv_trace_builder_get_extra_track (self->faults.builder, TV_TRACK_ASYNC, TV_ROLE_REPORTS,
                                            upid, intern (self, "reports"));
  for (guint i = 0; i < self->reports->len; i++)
    {
      const TvFaultLogPoint *report = &g_array_index (self->reports, TvFaultLogPoint, i);

      tv_trace_builder_instant (self->faults.builder, track, add_symbol (self, report->text),
                                report->ts, -1);
    }
}

/**
 * tv_fault_log_emit_times:
 * @self: a reader after the last line
 *
 * Emits the event queue, pending calls, lifecycle steps and reports of a freeze as a timeline. Does nothing for other
 * faults.
 */
void
tv_fault_log_emit_times (TvFaultLogReader *self)
{
  guint32 upid = tv_trace_builder_get_fault (self->faults.builder)->upid;

  if (self->kind != TV_FAULT_FREEZE)
    return;
  if (self->has_event && self->event_ts != TV_NO_TIME && self->event_name != TV_NONE)
    {
      TvFaultLogPoint report = { self->event_ts, TRUE, self->event_name };

      g_array_append_val (self->reports, report);
    }
  tv_event_queue_emit (&self->queue, &self->faults, upid);
  emit_calls (self, upid);
  /* Reports alone do not justify a timeline. */
  if (self->queue.events->len == 0 && self->pages->len == 0)
    return;
  draw_steps (self, upid);
  draw_reports (self, upid);
}
