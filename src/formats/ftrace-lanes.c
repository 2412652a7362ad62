/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace-lanes.h"

void
tv_ftrace_lanes_init (TvFtraceLanes *self,
                      TvTraceBuilder *builder,
                      TvFtraceThreads *threads,
                      gint64 tick_ns)
{
  *self = (TvFtraceLanes){ .builder = builder, .threads = threads, .tick_ns = tick_ns };
  self->transactions = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

void
tv_ftrace_lanes_clear (TvFtraceLanes *self)
{
  g_clear_pointer (&self->transactions, g_hash_table_unref);
}

guint32
tv_ftrace_lanes_symbol (TvFtraceLanes *self, TvSpan name)
{
  TvSymbol symbol = { TV_NONE, TV_NONE, TV_NONE, TV_NONE, 0 };

  symbol.name = tv_trace_builder_intern (self->builder, name.text, (gssize) name.size);
  return tv_trace_builder_add_symbol (self->builder, &symbol);
}

guint32
tv_ftrace_lanes_track (TvFtraceLanes *self, TvTrackKind kind, guint32 owner, const char *name)
{
  return tv_trace_builder_get_extra_track (self->builder, kind, owner,
                                           tv_trace_builder_intern (self->builder, name, -1));
}

void
tv_ftrace_lanes_arg (TvFtraceLanes *self, const char *key, TvSpan value)
{
  tv_trace_builder_add_arg (
      self->builder, tv_trace_builder_intern (self->builder, key, -1),
      tv_trace_builder_intern (self->builder, value.text, (gssize) value.size));
}

void
tv_ftrace_lanes_number_arg (TvFtraceLanes *self, const char *key, gint64 value)
{
  char text[32];

  g_snprintf (text, sizeof text, "%" G_GINT64_FORMAT, value);
  tv_ftrace_lanes_arg (self, key, tv_span (text));
}

/* Interrupts nest on their CPU: what an exit ends is what was entered last. */
static gboolean
add_interrupt (TvFtraceLanes *self, const TvFtraceLaneEvent *event, const char *lane)
{
  guint32 track = tv_ftrace_lanes_track (self, TV_TRACK_CPU_EXTRA, event->cpu, lane);
  gboolean is_entry = event->event == TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY ||
                      event->event == TV_FTRACE_EVENT_SOFTIRQ_ENTRY ||
                      event->event == TV_FTRACE_EVENT_IPI_ENTRY;
  TvIrqEvent irq;

  if (!tv_ftrace_parse_irq (event->event, event->args, &irq))
    return FALSE;
  if (!is_entry)
    {
      tv_trace_builder_end (self->builder, track, TV_NONE, event->ts, 0, 0, event->where);
      return TRUE;
    }
  if (irq.number >= 0)
    tv_ftrace_lanes_number_arg (self, lane, irq.number);
  tv_trace_builder_begin (
      self->builder, track,
      tv_ftrace_lanes_symbol (self, irq.name.size > 0 ? irq.name : tv_span (lane)), event->ts, 0,
      event->where);
  return TRUE;
}

static gboolean
add_work (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  guint32 track = tv_ftrace_lanes_track (self, TV_TRACK_THREAD_EXTRA, event->utid, "workqueue");
  TvWorkqueueEvent work;

  if (!tv_ftrace_parse_workqueue (event->args, &work))
    return FALSE;
  if (event->event == TV_FTRACE_EVENT_WORKQUEUE_EXECUTE_END)
    tv_trace_builder_end (self->builder, track, TV_NONE, event->ts, 0, 0, event->where);
  else
    tv_trace_builder_begin (self->builder, track,
                            tv_ftrace_lanes_symbol (self, work.function.size > 0
                                                              ? work.function
                                                              : tv_span ("(unknown function)")),
                            event->ts, 0, event->where);
  return TRUE;
}

/* What means nothing more is drawn as a point on its thread. */
static gboolean
add_point (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  guint32 track = tv_ftrace_lanes_track (self, TV_TRACK_THREAD_EXTRA, event->utid, "events");
  TvSymbol symbol = { TV_NONE, event->name, TV_NONE, TV_NONE, 0 };

  tv_trace_builder_instant (self->builder, track,
                            tv_trace_builder_add_symbol (self->builder, &symbol), event->ts,
                            event->where);
  return TRUE;
}

static gboolean
add (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  switch (event->event)
    {
    case TV_FTRACE_EVENT_MARK:
      return tv_ftrace_lanes_mark (self, event);

    case TV_FTRACE_EVENT_SCHED_SWITCH:
    case TV_FTRACE_EVENT_SCHED_WAKEUP:
    case TV_FTRACE_EVENT_SCHED_WAKEUP_NEW:
    case TV_FTRACE_EVENT_SCHED_WAKING:
    case TV_FTRACE_EVENT_SCHED_BLOCKED_REASON:
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXEC:
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXIT:
    case TV_FTRACE_EVENT_SCHED_PROCESS_FORK:
    case TV_FTRACE_EVENT_SCHED_PROCESS_FREE:
    case TV_FTRACE_EVENT_TASK_NEWTASK:
    case TV_FTRACE_EVENT_TASK_RENAME:
      return tv_ftrace_lanes_sched (self, event);

    case TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY:
    case TV_FTRACE_EVENT_IRQ_HANDLER_EXIT:
      return add_interrupt (self, event, "irq");
    case TV_FTRACE_EVENT_SOFTIRQ_ENTRY:
    case TV_FTRACE_EVENT_SOFTIRQ_EXIT:
      return add_interrupt (self, event, "softirq");
    case TV_FTRACE_EVENT_IPI_ENTRY:
    case TV_FTRACE_EVENT_IPI_EXIT:
      return add_interrupt (self, event, "ipi");

    case TV_FTRACE_EVENT_BINDER_TRANSACTION:
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED:
    case TV_FTRACE_EVENT_BINDER_LOCK:
    case TV_FTRACE_EVENT_BINDER_LOCKED:
    case TV_FTRACE_EVENT_BINDER_UNLOCK:
      return tv_ftrace_lanes_binder (self, event);

    case TV_FTRACE_EVENT_WORKQUEUE_EXECUTE_START:
    case TV_FTRACE_EVENT_WORKQUEUE_EXECUTE_END:
      return add_work (self, event);

    case TV_FTRACE_EVENT_CPU_FREQUENCY:
    case TV_FTRACE_EVENT_CPU_FREQUENCY_LIMITS:
    case TV_FTRACE_EVENT_CPU_IDLE:
    case TV_FTRACE_EVENT_CLOCK_SET_RATE:
    case TV_FTRACE_EVENT_CLOCK_ENABLE:
    case TV_FTRACE_EVENT_CLOCK_DISABLE:
    case TV_FTRACE_EVENT_RSS_STAT:
    case TV_FTRACE_EVENT_THERMAL_TEMPERATURE:
    case TV_FTRACE_EVENT_ION_HEAP_GROW:
    case TV_FTRACE_EVENT_ION_HEAP_SHRINK:
    case TV_FTRACE_EVENT_ION_STAT:
    case TV_FTRACE_EVENT_DMA_HEAP_STAT:
      return tv_ftrace_lanes_counter (self, event);

    case TV_FTRACE_EVENT_OTHER:
      /* Any `NAME: … state=N cpu_id=N` is a counter of that CPU. */
      return tv_ftrace_lanes_counter (self, event) || add_point (self, event);

    case TV_FTRACE_EVENT_SOFTIRQ_RAISE:
    case TV_FTRACE_EVENT_IPI_RAISE:
    case TV_FTRACE_EVENT_BINDER_TRANSACTION_ALLOC_BUF:
    case TV_N_FTRACE_EVENTS:
    default:
      return add_point (self, event);
    }
}

/**
 * tv_ftrace_lanes_add:
 * @self: lanes
 * @event: the next event of the log
 *
 * Arguments that are not as expected are a problem of the trace, and the event draws nothing.
 */
void
tv_ftrace_lanes_add (TvFtraceLanes *self, const TvFtraceLaneEvent *event)
{
  if (!add (self, event))
    tv_trace_builder_add_problem (self->builder, TV_PROBLEM_BAD_ARGUMENTS, event->where, "%s: %.*s",
                                  tv_ftrace_event_name (event->event),
                                  (int) MIN (event->args.size, 200), event->args.text);
}
