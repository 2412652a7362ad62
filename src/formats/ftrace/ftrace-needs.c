/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-needs.h"

#include "formats/ftrace/kernel-events.h"

/* Selects the kernel events of a cut. Called by the cutters of ftrace logs and Perfetto traces in two passes:
 * tv_ftrace_needs_survey() for all events, tv_ftrace_needs_settle(), then tv_ftrace_needs_event() for all events in
 * file order. The last function also updates the state of CPUs, so it must be called exactly once per event. Reads
 * the loaded trace through @cut; writes nothing. */

#define NOWHERE G_MAXUINT64

/* First events of a thread after the cut range. A time is G_MAXINT64 if there is no such event. */
typedef struct
{
  gint64 sleep_ts;  /* time of the first switch to an uninterruptible sleep, in ns */
  gint64 reason_ts; /* time of the first reason for an uninterruptible sleep, in ns */
  guint64 reason;   /* number of the event with that reason */
} Sleep;

void
tv_ftrace_needs_init (TvFtraceNeeds *self, const TvCut *cut)
{
  *self = (TvFtraceNeeds){ .cut = cut };
  tv_cut_begins_init (&self->begins, cut);
  tv_id_map_init (&self->switched);
  tv_id_map_init (&self->runs);
  tv_id_map_init (&self->memories);
  tv_id_map_init (&self->calls);
  tv_id_map_init (&self->received);
  tv_id_map_init (&self->threads);
  self->sleeps = g_array_new (FALSE, FALSE, sizeof (Sleep));
  self->reasons = g_array_new (FALSE, FALSE, sizeof (guint64));
  for (guint kind = 0; kind < TV_N_FTRACE_EVENTS; kind++)
    self->first_before[kind] = self->first_behind[kind] = self->substitutes[kind] = NOWHERE;
}

void
tv_ftrace_needs_clear (TvFtraceNeeds *self)
{
  tv_cut_begins_clear (&self->begins);
  tv_id_map_clear (&self->switched);
  tv_id_map_clear (&self->runs);
  tv_id_map_clear (&self->memories);
  tv_id_map_clear (&self->calls);
  tv_id_map_clear (&self->received);
  tv_id_map_clear (&self->threads);
  g_array_unref (self->sleeps);
  g_array_unref (self->reasons);
}

/* Returns whether the event names tasks or processes, or separates tasks that use the same tid. */
static gboolean
names_tasks (TvFtraceEvent event)
{
  switch (event)
    {
    case TV_FTRACE_EVENT_TASK_NEWTASK:
    case TV_FTRACE_EVENT_TASK_RENAME:
    case TV_FTRACE_EVENT_SCHED_PROCESS_FORK:
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXEC:
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXIT:
    case TV_FTRACE_EVENT_SCHED_PROCESS_FREE:
      return TRUE;
    default:
      return FALSE;
    }
}

/* ---- Selected threads ---- */

/* Returns whether the slices and counters of the event belong to a CPU or a device, regardless of the thread that
 * emitted the event. */
static gboolean
is_of_device (TvFtraceEvent event)
{
  switch (event)
    {
    case TV_FTRACE_EVENT_IRQ_HANDLER_ENTRY:
    case TV_FTRACE_EVENT_IRQ_HANDLER_EXIT:
    case TV_FTRACE_EVENT_SOFTIRQ_ENTRY:
    case TV_FTRACE_EVENT_SOFTIRQ_EXIT:
    case TV_FTRACE_EVENT_SOFTIRQ_RAISE:
    case TV_FTRACE_EVENT_IPI_ENTRY:
    case TV_FTRACE_EVENT_IPI_EXIT:
    case TV_FTRACE_EVENT_LOCAL_TIMER_ENTRY:
    case TV_FTRACE_EVENT_LOCAL_TIMER_EXIT:
    case TV_FTRACE_EVENT_HRTIMER_EXPIRE_ENTRY:
    case TV_FTRACE_EVENT_HRTIMER_EXPIRE_EXIT:
    case TV_FTRACE_EVENT_TIMER_EXPIRE_ENTRY:
    case TV_FTRACE_EVENT_TIMER_EXPIRE_EXIT:
    case TV_FTRACE_EVENT_TASKLET_ENTRY:
    case TV_FTRACE_EVENT_TASKLET_EXIT:
    case TV_FTRACE_EVENT_NAPI_GRO_RECEIVE_ENTRY:
    case TV_FTRACE_EVENT_NAPI_GRO_RECEIVE_EXIT:
    case TV_FTRACE_EVENT_NETIF_RECEIVE_SKB:
    case TV_FTRACE_EVENT_NET_DEV_XMIT:
    case TV_FTRACE_EVENT_KFREE_SKB:
    case TV_FTRACE_EVENT_TCP_RETRANSMIT_SKB:
    case TV_FTRACE_EVENT_DRM_VBLANK_EVENT:
    case TV_FTRACE_EVENT_DRM_VBLANK_EVENT_DELIVERED:
    case TV_FTRACE_EVENT_DMA_FENCE_INIT:
    case TV_FTRACE_EVENT_DMA_FENCE_EMIT:
    case TV_FTRACE_EVENT_DMA_FENCE_SIGNALED:
      return TRUE;
    case TV_FTRACE_EVENT_DRM_SCHED_JOB:
    case TV_FTRACE_EVENT_DRM_SCHED_JOB_QUEUE:
    case TV_FTRACE_EVENT_OTHER:
      return FALSE;
    default:
      return tv_ftrace_event_get_category (event) == TV_FTRACE_CATEGORY_COUNTER ||
             tv_ftrace_event_get_category (event) == TV_FTRACE_CATEGORY_POWER ||
             tv_ftrace_event_get_category (event) == TV_FTRACE_CATEGORY_QUEUE;
    }
}

static gboolean
is_of_process (TvFtraceEvent event)
{
  return event == TV_FTRACE_EVENT_RSS_STAT || event == TV_FTRACE_EVENT_OOM_SCORE_ADJ_UPDATE ||
         event == TV_FTRACE_EVENT_GPU_MEM_TOTAL || event == TV_FTRACE_EVENT_MM_EVENT_RECORD;
}

static gboolean
has_task (const TvFtraceNeeds *self, gint64 tid)
{
  return tid >= 0 && tv_cut_has_thread (self->cut, (guint32) tid);
}

static gboolean
has_owner (const TvFtraceNeeds *self, const TvFtraceCutEvent *event)
{
  return event->owner == 0 ||
         tv_cut_has_process (self->cut, event->owner > 0 ? (guint32) event->owner : event->tid);
}

/* Records whether the current thread of a CPU is selected. Returns whether the CPU's previous known thread was
 * selected. */
static gboolean
replace_run (TvFtraceNeeds *self, guint64 cpu, gboolean is_selected)
{
  gboolean was_selected = tv_id_map_find (&self->runs, cpu) == TRUE;

  if (was_selected != is_selected)
    tv_id_map_set (&self->runs, cpu, is_selected);
  return was_selected;
}

static gboolean
concerns_process (TvFtraceNeeds *self, const TvFtraceCutEvent *event)
{
  gboolean is_selected = has_owner (self, event);

  if (event->memory < 0)
    return is_selected;
  if (event->is_own_memory)
    tv_id_map_set (&self->memories, (guint64) event->memory, is_selected);
  return tv_id_map_find (&self->memories, (guint64) event->memory) == TRUE;
}

static gboolean
concerns_call (TvFtraceNeeds *self, const TvFtraceCutEvent *event, gboolean is_selected)
{
  if (event->transaction < 0)
    return is_selected;
  if (is_selected)
    tv_id_map_set (&self->calls, (guint64) event->transaction, 0);
  return tv_id_map_find (&self->calls, (guint64) event->transaction) != TV_NONE;
}

/* Returns whether the mark belongs to a process or to all threads. */
static gboolean
is_shared (const TvFtraceMark *mark)
{
  switch (mark->kind)
    {
    case TV_FTRACE_MARK_ASYNC_BEGIN:
    case TV_FTRACE_MARK_ASYNC_END:
    case TV_FTRACE_MARK_COUNTER:
    case TV_FTRACE_MARK_TRACK_INSTANT:
    case TV_FTRACE_MARK_TRACK_BEGIN:
    case TV_FTRACE_MARK_TRACK_END:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns whether the event concerns selected threads, regardless of its time. Also updates the current threads of
 * CPUs and the owners of memory and calls, so it must be called once per event and pass. */
static gboolean
concerns_selected (TvFtraceNeeds *self, const TvFtraceCutEvent *event)
{
  gboolean is_own = tv_cut_has_thread (self->cut, event->tid);
  gboolean has_tasks = has_task (self, event->tasks[0]) || has_task (self, event->tasks[1]);

  if (!self->cut->has_threads)
    return TRUE;
  if (event->kind == TV_FTRACE_EVENT_SCHED_SWITCH)
    return replace_run (self, event->cpu, has_task (self, event->tasks[1])) || has_tasks;
  if (is_own)
    replace_run (self, event->cpu, TRUE);
  else if (tv_ftrace_event_get_category (event->kind) == TV_FTRACE_CATEGORY_SCHED &&
           replace_run (self, event->cpu, FALSE))
    return TRUE;
  if (event->mark != NULL)
    return is_own || (is_shared (event->mark) && has_owner (self, event));
  if (is_of_process (event->kind))
    return concerns_process (self, event) || is_own;
  if (tv_ftrace_event_get_category (event->kind) == TV_FTRACE_CATEGORY_BINDER)
    return concerns_call (self, event, is_own || has_tasks);
  return is_own || has_tasks || is_of_device (event->kind);
}

/* ---- Survey ---- */

static Sleep *
get_sleep (TvFtraceNeeds *self, gint32 tid)
{
  const Sleep none = { G_MAXINT64, G_MAXINT64, NOWHERE };
  guint32 row = tv_id_map_find (&self->threads, (guint32) tid);

  if (row == TV_NONE)
    {
      row = self->sleeps->len;
      tv_id_map_set (&self->threads, (guint32) tid, row);
      g_array_append_val (self->sleeps, none);
    }
  return &g_array_index (self->sleeps, Sleep, row);
}

static void
survey_sleep (TvFtraceNeeds *self, const TvFtraceCutEvent *event)
{
  Sleep *sleep = get_sleep (self, event->blocked);

  if (event->kind == TV_FTRACE_EVENT_SCHED_SWITCH)
    sleep->sleep_ts = MIN (sleep->sleep_ts, event->ts);
  else if (event->kind == TV_FTRACE_EVENT_SCHED_BLOCKED_REASON && event->ts < sleep->reason_ts)
    {
      sleep->reason_ts = event->ts;
      sleep->reason = event->number;
    }
}

static void
survey_mark (TvFtraceNeeds *self, const TvFtraceCutEvent *event)
{
  TvFtraceMarkKind kind = event->mark->kind;

  if (kind == TV_FTRACE_MARK_BEGIN || kind == TV_FTRACE_MARK_END)
    tv_cut_begins_add (&self->begins, event->ts, event->tid, kind == TV_FTRACE_MARK_BEGIN,
                       event->number);
}

/* Surveys an event. Must be called for all events of the file. */
void
tv_ftrace_needs_survey (TvFtraceNeeds *self, const TvFtraceCutEvent *event)
{
  const TvCut *cut = self->cut;
  guint64 *first = event->ts > cut->end_ns ? &self->first_behind[event->kind]
                                           : &self->first_before[event->kind];
  gboolean is_wanted = concerns_selected (self, event);

  tv_ftrace_event_set_add (&self->whole_kinds, event->kind);
  if ((is_wanted && tv_cut_needs (cut, event->ts)) || names_tasks (event->kind))
    tv_ftrace_event_set_add (&self->part_kinds, event->kind);
  else if (*first == NOWHERE)
    *first = event->number;
  if (!is_wanted)
    return;
  if (event->mark != NULL)
    survey_mark (self, event);
  if (event->blocked >= 0 && event->ts > cut->end_ns)
    survey_sleep (self, event);
  if (event->kind == TV_FTRACE_EVENT_BINDER_TRANSACTION_RECEIVED && event->transaction >= 0 &&
      tv_cut_has (cut, event->ts))
    tv_id_map_set (&self->received, (guint64) event->transaction, 0);
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  guint64 first = *(const guint64 *) a, second = *(const guint64 *) b;

  return (first > second) - (first < second);
}

/* Ends the survey: determines the needed events outside the cut range. */
void
tv_ftrace_needs_settle (TvFtraceNeeds *self)
{
  TvFtraceEventSet lacking = tv_ftrace_event_set_find_lacking (self->whole_kinds, self->part_kinds);

  tv_id_map_clear (&self->runs);
  tv_id_map_init (&self->runs);
  tv_id_map_clear (&self->memories);
  tv_id_map_init (&self->memories);
  tv_cut_begins_settle (&self->begins);
  for (guint kind = 0; kind < TV_N_FTRACE_EVENTS; kind++)
    if (tv_ftrace_event_set_has (lacking, kind))
      self->substitutes[kind] = self->first_behind[kind] != NOWHERE ? self->first_behind[kind]
                                                                    : self->first_before[kind];
  for (guint i = 0; i < self->sleeps->len; i++)
    {
      const Sleep *sleep = &g_array_index (self->sleeps, Sleep, i);

      if (sleep->reason_ts < sleep->sleep_ts)
        g_array_append_val (self->reasons, sleep->reason);
    }
  g_array_sort (self->reasons, compare_numbers);
}

/* ---- Needs ---- */

/* Records a switch on a CPU after the cut range. Returns whether it is the CPU's first such switch. */
static gboolean
take_first_switch (TvFtraceNeeds *self, guint64 cpu)
{
  if (tv_id_map_find (&self->switched, cpu) != TV_NONE)
    return FALSE;
  tv_id_map_set (&self->switched, cpu, 0);
  return TRUE;
}

/* Returns whether an event after the cut range is needed. */
static gboolean
needs_behind (TvFtraceNeeds *self, const TvFtraceCutEvent *event)
{
  return event->kind == TV_FTRACE_EVENT_SCHED_SWITCH
             ? take_first_switch (self, event->cpu)
             : event->kind == TV_FTRACE_EVENT_SCHED_BLOCKED_REASON &&
                   g_array_binary_search (self->reasons, &event->number, compare_numbers, NULL);
}

/**
 * tv_ftrace_needs_event:
 *
 * Checks whether the output needs an event, and updates the state of CPUs. Must be called once per event, in file
 * order.
 *
 * Returns: whether the event is in the cut range and concerns selected threads, or is needed to interpret events in
 * the range
 */
gboolean
tv_ftrace_needs_event (TvFtraceNeeds *self, const TvFtraceCutEvent *event)
{
  const TvFtraceMark *mark = event->mark;
  gboolean is_wanted = concerns_selected (self, event);

  if (self->substitutes[event->kind] == event->number || names_tasks (event->kind) ||
      (mark != NULL && mark->kind == TV_FTRACE_MARK_CLOCK_SYNC))
    return TRUE;
  if (!is_wanted)
    return FALSE;
  if (tv_cut_has (self->cut, event->ts))
    return TRUE;
  if (event->ts > self->cut->end_ns)
    return needs_behind (self, event);
  if (mark != NULL && (mark->kind == TV_FTRACE_MARK_BEGIN || mark->kind == TV_FTRACE_MARK_END))
    return self->keeps_marks || tv_cut_begins_need (&self->begins, event->number);
  if (event->kind == TV_FTRACE_EVENT_BINDER_TRANSACTION && event->transaction >= 0 &&
      tv_id_map_find (&self->received, (guint64) event->transaction) != TV_NONE)
    return TRUE;
  return tv_cut_needs (self->cut, event->ts);
}
