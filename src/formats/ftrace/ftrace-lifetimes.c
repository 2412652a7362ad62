/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/ftrace/ftrace-lifetimes.h"

/* Separates threads that used the same tid one after another. Follows the creation, exit and reuse of each tid in
 * time order, and adds a new utid to the builder at each birth. Called by ftrace-replay.c: in a first pass, _see()
 * for each event that may change a lifetime; then _emit() for each birth, once per consumer, before the events after
 * the birth are emitted. Used only if the log contains such events, or if a later file reuses a tid.
 *
 * Each tid has a phase (TvFtracePhase). A birth is a creation event of a tid that has already occurred, or any event
 * of a tid whose thread has died. */

/* A thread and its creator, which belong to the same process. */
typedef struct
{
  guint32 utid;
  guint32 maker;
} Made;

/* Returns whether the log contains events that create, replace or end threads. */
gboolean
tv_ftrace_lifetimes_are_reported (TvFtraceEventSet seen)
{
  return tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_TASK_NEWTASK) ||
         tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_SCHED_PROCESS_EXEC) ||
         tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_SCHED_PROCESS_EXIT) ||
         tv_ftrace_event_set_has (seen, TV_FTRACE_EVENT_SCHED_PROCESS_FORK);
}

void
tv_ftrace_lifetimes_init (TvFtraceLifetimes *self,
                          TvTraceBuilder *builder,
                          TvFtraceThreads *threads,
                          gboolean has_switch)
{
  *self = (TvFtraceLifetimes){
    .births = g_array_new (FALSE, FALSE, sizeof (TvFtraceBirth)),
    .builder = builder,
    .threads = threads,
    .has_switch = has_switch,
    .lifetimes = g_array_new (FALSE, FALSE, sizeof (TvFtraceLife)),
    .dying = g_array_new (FALSE, FALSE, sizeof (guint32)),
    .made = g_array_new (FALSE, FALSE, sizeof (Made)),
    .last_ones = g_array_new (FALSE, FALSE, sizeof (guint32)),
  };
}

void
tv_ftrace_lifetimes_clear (TvFtraceLifetimes *self)
{
  g_clear_pointer (&self->births, g_array_unref);
  g_clear_pointer (&self->lifetimes, g_array_unref);
  g_clear_pointer (&self->dying, g_array_unref);
  g_clear_pointer (&self->made, g_array_unref);
  g_clear_pointer (&self->last_ones, g_array_unref);
}

static gboolean
is_idle (const TvFtraceLifetimes *self, guint32 first)
{
  return tv_trace_builder_get_thread_id (self->builder, first) == 0;
}

static G_GNUC_NO_INLINE void
add_lifetimes (TvFtraceLifetimes *self, guint32 first)
{
  for (guint32 utid = self->lifetimes->len; utid <= first; utid++)
    g_array_append_val (
        self->lifetimes,
        ((TvFtraceLife){ utid, utid,
                         is_idle (self, utid) ? TV_FTRACE_LIFE_ALIVE : TV_FTRACE_LIFE_NOT_SEEN,
                         utid }));
}

/* Returns the current lifetime of the tid whose first thread is @first. Idle threads never end. */
static inline TvFtraceLife *
get_life (TvFtraceLifetimes *self, guint32 first)
{
  if (G_UNLIKELY (self->lifetimes->len <= first))
    add_lifetimes (self, first);
  return &g_array_index (self->lifetimes, TvFtraceLife, first);
}

static gint64
get_time (const TvFtraceLifetimes *self, guint32 row)
{
  TvLogEvent event;

  tv_trace_builder_select_event (self->builder, row, &event);
  return event.ts;
}

static void
see_first (TvFtraceLifetimes *self, const TvFtraceLife *life, guint32 row)
{
  tv_ftrace_threads_peek (self->threads, life->utid)->seen = get_time (self, row);
}

/* Assigns a tid to a new thread. If the previous thread has not exited, its exit event was lost, and the thread ends
 * now. */
static void
give_birth (TvFtraceLifetimes *self, guint32 first, guint32 row)
{
  TvFtraceLife *life = get_life (self, first);
  TvFtraceBirth birth = { row, first, life->first_reported, life->utid,
                          tv_ftrace_threads_add (self->threads, life->utid) };
  gint64 ts = get_time (self, row);

  if (life->phase != TV_FTRACE_LIFE_EXITING && life->phase != TV_FTRACE_LIFE_DEAD)
    tv_trace_builder_end_thread (self->builder, life->utid, ts);
  tv_trace_builder_start_thread (self->builder, birth.utid, TV_NONE, ts);
  if (life->to_free == TV_NONE)
    life->to_free = birth.utid;
  life->utid = birth.utid;
  life->phase = TV_FTRACE_LIFE_ALIVE;
  tv_ftrace_threads_peek (self->threads, birth.utid)->leader =
      tv_ftrace_threads_peek (self->threads, birth.before)->leader;
  see_first (self, life, row);
  g_array_append_val (self->births, birth);
}

/* Returns a pointer to the exited thread that may still emit events on a CPU; the pointer is to TV_NONE if there is
 * none. In logs without switches, the events of a CPU belong to the exited thread until another thread emits an event
 * on the CPU. */
static guint32 *
get_dying (TvFtraceLifetimes *self, guint32 cpu)
{
  guint32 none = TV_NONE;

  while (self->dying->len <= cpu)
    g_array_append_val (self->dying, none);
  return &g_array_index (self->dying, guint32, cpu);
}

/* Handles an event of the thread that has the tid. If that thread has exited and can no longer emit events, the event
 * belongs to a new thread. */
static inline void
touch (TvFtraceLifetimes *self, guint32 first, guint32 row, gboolean may_be_dying)
{
  TvFtraceLife *life = get_life (self, first);

  if (G_LIKELY (life->phase == TV_FTRACE_LIFE_ALIVE))
    return;
  if (life->phase == TV_FTRACE_LIFE_DEAD ||
      (life->phase == TV_FTRACE_LIFE_EXITING && !may_be_dying))
    give_birth (self, first, row);
  else if (life->phase != TV_FTRACE_LIFE_EXITING)
    {
      if (life->phase == TV_FTRACE_LIFE_NOT_SEEN)
        see_first (self, life, row);
      life->phase = TV_FTRACE_LIFE_ALIVE;
    }
}

static void
touch_prefix (TvFtraceLifetimes *self, guint32 prefix, guint32 cpu, guint32 row)
{
  gboolean may_be_dying = TRUE;

  if (!self->has_switch)
    {
      guint32 *dying = get_dying (self, cpu);

      if (*dying != prefix)
        *dying = TV_NONE;
      may_be_dying = *dying == prefix;
    }
  touch (self, prefix, row, may_be_dying);
}

static void
make (TvFtraceLifetimes *self,
      guint32 first,
      guint32 maker,
      const TvFtraceDecoded *decoded,
      guint32 row)
{
  gboolean is_fork = decoded->event == TV_FTRACE_EVENT_SCHED_PROCESS_FORK;
  TvFtraceLife *life = get_life (self, first);

  if (is_idle (self, first))
    return;
  if (is_fork && life->phase == TV_FTRACE_LIFE_MADE)
    {
      life->phase = TV_FTRACE_LIFE_FORKED;
      return;
    }
  if (life->phase != TV_FTRACE_LIFE_NOT_SEEN)
    {
      give_birth (self, first, row);
      life = get_life (self, first);
      if (!tv_ftrace_handlers_is_same_process (decoded))
        tv_ftrace_threads_peek (self->threads, life->utid)->leader = life->utid;
    }
  maker = get_life (self, maker)->utid;
  tv_trace_builder_start_thread (self->builder, life->utid, maker, get_time (self, row));
  see_first (self, life, row);
  life->phase = is_fork ? TV_FTRACE_LIFE_FORKED : TV_FTRACE_LIFE_MADE;
  if (is_fork)
    return;
  tv_ftrace_threads_peek (self->threads, life->utid)->is_made = TRUE;
  if (tv_ftrace_handlers_is_same_process (decoded))
    g_array_append_val (self->made, ((Made){ life->utid, maker }));
}

static void
exit_thread (TvFtraceLifetimes *self,
             guint32 first,
             const TvFtraceDecoded *decoded,
             guint32 cpu,
             guint32 row)
{
  TvFtraceLife *life;

  if (is_idle (self, first))
    return;
  touch (self, first, row, FALSE);
  life = get_life (self, first);
  life->phase = TV_FTRACE_LIFE_EXITING;
  if (tv_ftrace_handlers_is_whole_process (decoded))
    g_array_append_val (self->last_ones, life->utid);
  tv_trace_builder_end_thread (self->builder, life->utid, get_time (self, row));
  if (!self->has_switch)
    *get_dying (self, cpu) = first;
}

/* Marks the oldest exited thread with the tid as freed. The kernel never frees a live thread. */
static void
free_thread (TvFtraceLifetimes *self, const TvFtraceDecoded *decoded, guint32 row)
{
  guint32 first = tv_ftrace_threads_find (self->threads, decoded->ids[0]);
  TvFtraceLife *life;
  TvFtraceThread *freed;

  if (first == TV_NONE)
    return;
  life = get_life (self, first);
  if (life->to_free == TV_NONE ||
      (life->to_free == life->utid && life->phase < TV_FTRACE_LIFE_EXITING))
    {
      tv_ftrace_threads_name (self->threads, life->utid, TV_FTRACE_NAME_FREE, decoded->strings[0]);
      return;
    }
  freed = tv_ftrace_threads_peek (self->threads, life->to_free);
  freed->freed = get_time (self, row);
  tv_ftrace_threads_name (self->threads, life->to_free, TV_FTRACE_NAME_FREE, decoded->strings[0]);
  if (life->to_free == life->utid)
    life->phase = TV_FTRACE_LIFE_DEAD;
  life->to_free = freed->next;
}

static void
switch_threads (TvFtraceLifetimes *self, const TvFtraceDecoded *decoded, guint32 row)
{
  guint32 prev = (guint32) decoded->ids[0], next = (guint32) decoded->ids[1];

  touch (self, prev, row, TRUE);
  if (decoded->kind == TV_STATE_DEAD && !is_idle (self, prev))
    {
      TvFtraceLife *life = get_life (self, prev);

      /* The thread left the CPU dead, but its exit event was lost. */
      if (life->phase == TV_FTRACE_LIFE_ALIVE)
        tv_trace_builder_end_thread (self->builder, life->utid, get_time (self, row));
      life->phase = TV_FTRACE_LIFE_DEAD;
    }
  touch (self, next, row, TRUE);
}

/**
 * tv_ftrace_lifetimes_see:
 * @row: the next event
 * @cpu: CPU of the event
 * @prefix: first thread with the tid in the line prefix, in the trace or in the recording
 * @decoded: (nullable): decoded event, if it concerns threads; its threads must be registered
 *
 * Updates the lifetimes. Must be called in time order, for all events that may change a lifetime; see
 * tv_ftrace_lifetimes_is_steady().
 */
void
tv_ftrace_lifetimes_see (TvFtraceLifetimes *self,
                         guint32 row,
                         guint32 cpu,
                         guint32 prefix,
                         const TvFtraceDecoded *decoded)
{
  guint32 task;

  prefix = tv_ftrace_threads_get_first (self->threads, prefix);
  if (decoded != NULL && decoded->event == TV_FTRACE_EVENT_SCHED_SWITCH)
    {
      switch_threads (self, decoded, row);
      return;
    }
  touch_prefix (self, prefix, cpu, row);
  if (decoded == NULL)
    return;
  task = decoded->ids[0] >= 0 ? (guint32) decoded->ids[0] : prefix;
  switch ((TvFtraceEvent) decoded->event)
    {
    case TV_FTRACE_EVENT_TASK_NEWTASK:
    case TV_FTRACE_EVENT_SCHED_PROCESS_FORK:
      make (self, task, prefix, decoded, row);
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_EXIT:
      exit_thread (self, task, decoded, cpu, row);
      break;
    case TV_FTRACE_EVENT_SCHED_PROCESS_FREE:
      free_thread (self, decoded, row);
      break;

    case TV_FTRACE_EVENT_SCHED_BLOCKED_REASON:
      break;
    default:
      touch (self, task, row,
             self->has_switch && decoded->event != TV_FTRACE_EVENT_SCHED_WAKEUP_NEW);
      break;
    }
}

/**
 * tv_ftrace_lifetimes_split:
 * @split: a thread that uses a tid in a later recording
 * @row: first event of that recording; the number of events if it has none
 *
 * Assigns a tid to a different thread in a later recording. Ends the previous thread unless it has already exited.
 */
void
tv_ftrace_lifetimes_split (TvFtraceLifetimes *self, const TvFtraceSplit *split, guint32 row)
{
  TvFtraceLife *life = get_life (self, split->first);
  TvFtraceBirth birth = { row, split->first, split->utid, life->utid, split->utid };

  if (life->phase != TV_FTRACE_LIFE_EXITING && life->phase != TV_FTRACE_LIFE_DEAD)
    tv_trace_builder_end_thread (self->builder, life->utid, split->ts);
  *life = (TvFtraceLife){ split->utid, split->utid, TV_FTRACE_LIFE_NOT_SEEN, split->utid };
  g_array_append_val (self->births, birth);
}

/**
 * tv_ftrace_lifetimes_get:
 * @first: first thread with a tid, in the trace or in a recording
 *
 * Returns: the thread that has the tid after the last event passed to tv_ftrace_lifetimes_see()
 */
guint32
tv_ftrace_lifetimes_get (TvFtraceLifetimes *self, guint32 first)
{
  return get_life (self, tv_ftrace_threads_get_first (self->threads, first))->utid;
}

/**
 * tv_ftrace_lifetimes_settle:
 * @self: lifetimes, after the last call of tv_ftrace_lifetimes_see()
 *
 * Prepares lookups of tids by time.
 */
void
tv_ftrace_lifetimes_settle (TvFtraceLifetimes *self)
{
  tv_ftrace_threads_settle_tgids (self->threads);
  if (self->births->len > 0)
    tv_ftrace_threads_follow (self->threads);
}

/* Assigns the tid of a birth to the new thread, for the consumer's later events. The consumer of non-scheduling
 * events also emits other data, whose timestamps lie between kernel events; for that consumer, ftrace-merge.c assigns
 * the tids of later recordings by time. */
static void
emit_birth (TvFtraceLifetimes *self, TvFtraceConsumer consumer, const TvFtraceBirth *birth)
{
  GArray *now = self->threads->now[consumer];

  if (consumer == TV_FTRACE_CONSUMER_REST && birth->utid == birth->first_reported)
    return;
  g_array_index (now, guint32, birth->first) = birth->utid;
  g_array_index (now, guint32, birth->first_reported) = birth->utid;
  if (consumer == TV_FTRACE_CONSUMER_SCHED)
    tv_trace_builder_end_life (self->builder, birth->before, birth->row);
}

/**
 * tv_ftrace_lifetimes_emit:
 * @self: lifetimes, after tv_ftrace_lifetimes_settle()
 * @consumer: a consumer of events
 * @row: next event of the consumer
 *
 * Assigns tids to the threads that have them at an event.
 *
 * Returns: the event before which the next call is due; %G_MAXUINT32 if none
 */
guint32
tv_ftrace_lifetimes_emit (TvFtraceLifetimes *self, TvFtraceConsumer consumer, guint32 row)
{
  guint *next = &self->next[consumer];

  for (; *next < self->births->len; ++*next)
    {
      const TvFtraceBirth *birth = &g_array_index (self->births, TvFtraceBirth, *next);

      if (birth->row > row)
        return birth->row;
      emit_birth (self, consumer, birth);
    }
  return G_MAXUINT32;
}

static void
inherit (TvFtraceLifetimes *self, guint32 to, guint32 from)
{
  guint32 upid = tv_trace_builder_get_thread_process (self->builder, from);

  if (upid != TV_NONE && tv_trace_builder_get_thread_process (self->builder, to) == TV_NONE)
    tv_trace_builder_set_thread_process (self->builder, to, upid);
}

/* Copies the processes of threads to the threads that they created, and vice versa, because the process of either may
 * have become known only later. */
static void
share_processes (TvFtraceLifetimes *self)
{
  const Made *made = (const Made *) (gconstpointer) self->made->data;

  for (guint i = self->made->len; i > 0; i--)
    inherit (self, made[i - 1].maker, made[i - 1].utid);
  for (guint i = 0; i < self->made->len; i++)
    inherit (self, made[i].utid, made[i].maker);
}

static void
set_end (GArray *ends, guint32 upid, gint64 ts)
{
  gint64 none = G_MAXINT64;

  while (ends->len <= upid)
    g_array_append_val (ends, none);
  g_array_index (ends, gint64, upid) = ts;
}

/* If the last thread of a process exits, ends the process's other threads that have no exit event. */
static void
end_threads (TvFtraceLifetimes *self)
{
  TvFtraceThreads *threads = self->threads;
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < self->last_ones->len; i++)
    {
      guint32 utid = g_array_index (self->last_ones, guint32, i);
      guint32 upid = tv_trace_builder_get_thread_process (self->builder, utid);

      if (upid != TV_NONE)
        set_end (ends, upid, tv_trace_builder_get_thread_end (self->builder, utid));
    }
  for (guint32 utid = 0; utid < threads->threads->len; utid++)
    {
      guint32 upid = tv_trace_builder_get_thread_process (self->builder, utid);

      if (upid < ends->len && g_array_index (ends, gint64, upid) != G_MAXINT64 &&
          tv_trace_builder_get_thread_end (self->builder, utid) == G_MAXINT64)
        tv_trace_builder_end_thread (self->builder, utid, g_array_index (ends, gint64, upid));
    }
}

/**
 * tv_ftrace_lifetimes_finish:
 * @self: lifetimes after the last event
 *
 * Sets missing processes and ends of threads, and the starts and ends of processes.
 */
void
tv_ftrace_lifetimes_finish (TvFtraceLifetimes *self)
{
  share_processes (self);
  end_threads (self);
  tv_trace_builder_find_process_times (self->builder);
  if (self->births->len > 0)
    tv_ftrace_threads_forget_prefixes (self->threads);
}
