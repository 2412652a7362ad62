/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/builder/trace-builder-sched.h"

/* Infers switches that are not in the log. Recent kernels omit some, usually those from idle, and every kernel does
 * when its buffer is full. But each line proves which thread was current on its CPU. If that is not the known one,
 * there was a switch since the previous line of the CPU:
 *
 *   CPU 0      switch to idle    idle: wakes a    a: mark         a: switch to b
 *   known      │ idle            │                │
 *   inferred                     [a                               ]     off by at most ├──────┤
 *
 * A thread that was woken since then starts at the wakeup, another one at the line. The previous thread ran until
 * its own last line on the CPU; its state after that is unknown.
 *
 * If lines do not have the current thread, only switches prove it.
 */

static void
add_bound (TvTraceBuilder *self, guint32 track, gint64 ticks)
{
  TvTrackBuilder *builder = tv_sched_peek_track (self, track);
  guint32 row;

  if (builder->n_slices == 0)
    return;
  row = builder->n_slices - 1;
  if (builder->bounds == NULL)
    builder->bounds = g_array_new (FALSE, FALSE, sizeof (TvOpenBound));
  if (builder->bounds->len > 0)
    {
      TvOpenBound *last = &g_array_index (builder->bounds, TvOpenBound, builder->bounds->len - 1);

      if (last->row == row)
        {
          tv_add_ns (&last->ticks, ticks);
          return;
        }
    }
  g_array_append_val (builder->bounds, ((TvOpenBound){ row, ticks }));
}

/* The state that the thread is in begins or ends where that was inferred. */
static void
bound_last_state (TvTraceBuilder *self, guint32 utid, gint64 ticks)
{
  add_bound (self, tv_sched_get_state_track (self, utid), ticks);
}

static void
count (TvTraceBuilder *self, gint64 bound, gint64 where)
{
  tv_slice_writer_count_problem (&self->sched->writer, TV_PROBLEM_INFERRED_SWITCH, where);
  tv_add_ns (&self->sched->bound, bound);
}

/* A run without a known end lasts until the CPU's last line. */
static void
end_running (TvTraceBuilder *self, TvCpuNow *now, guint32 cpu, gint64 bound)
{
  TvSliceWriter *writer = &self->sched->writer;
  guint32 utid = now->running;

  now->running = TV_NONE;
  if (tv_sched_is_idle (self, utid))
    return;
  tv_slice_writer_end (writer, now->track, TV_NONE, now->last_line, 0, 0, -1);
  add_bound (self, now->track, bound);
  if (!tv_sched_runs_on (tv_sched_get_thread (self, utid), cpu))
    return;
  tv_slice_writer_end (writer, tv_sched_get_state_track (self, utid), TV_NONE, now->last_line, 0, 0,
                       -1);
  bound_last_state (self, utid, bound);
  tv_sched_get_thread (self, utid)->has_state = FALSE;
}

/* A thread that is on one CPU, or not on any, has left the one that it was known to run on. */
void
tv_sched_leave_other_cpu (TvTraceBuilder *self, guint32 utid, guint32 cpu, gint64 ts, gint64 where)
{
  TvThreadNow thread = *tv_sched_get_thread (self, utid);
  TvCpuNow *now;

  if (!thread.has_state || thread.kind != TV_STATE_RUNNING || thread.cpu == cpu)
    return;
  now = &g_array_index (self->sched->cpus, TvCpuNow, thread.cpu);
  count (self, ts - now->last_line, where);
  end_running (self, now, thread.cpu, ts - now->last_line);
}

/* Time of the thread's last change of state. */
static gint64
get_last_change (TvTraceBuilder *self, guint32 utid)
{
  const TvTrackBuilder *track = tv_sched_peek_track (self, tv_sched_get_state_track (self, utid));

  return track->has_record ? track->last_ts + self->base : G_MININT64;
}

/* Start of the run that a line at @ts belongs to. */
static gint64
find_start (TvTraceBuilder *self, const TvCpuNow *now, gboolean was_idle, guint32 utid, gint64 ts)
{
  gint64 woken = tv_sched_get_thread (self, utid)->last_woken;

  if (!was_idle || woken < now->last_line || woken > ts || get_last_change (self, utid) > woken)
    return ts;
  return woken;
}

/* Makes @utid the current thread of a CPU that ran another thread; @is_switch if the line switches it out, which is
 * then all that is known about it. */
void
tv_sched_infer_switch (TvTraceBuilder *self,
                       guint32 cpu,
                       guint32 utid,
                       gboolean is_switch,
                       gint64 ts,
                       gint64 where)
{
  TvCpuNow *now = &g_array_index (self->sched->cpus, TvCpuNow, cpu);
  gint64 bound = ts - now->last_line, start;
  gboolean was_idle = now->running != TV_NONE && tv_sched_is_idle (self, now->running);

  if (was_idle && tv_sched_is_idle (self, utid))
    return;
  if (now->running != TV_NONE)
    {
      count (self, bound, where);
      end_running (self, now, cpu, bound);
    }
  if (tv_sched_is_idle (self, utid))
    {
      now->running = utid;
      return;
    }
  tv_sched_leave_other_cpu (self, utid, cpu, ts, where);
  start = find_start (self, now, was_idle, utid, ts);
  if (tv_sched_get_thread (self, utid)->has_state)
    bound_last_state (self, utid, bound);
  if (is_switch && start == ts)
    return;
  tv_sched_begin_run (self, cpu, utid, 0, start, where);
  add_bound (self, now->track, bound);
  bound_last_state (self, utid, bound);
}

static gboolean
is_same (const TvTraceBuilder *self, guint32 a, guint32 b)
{
  return a == b ||
         (a != TV_NONE && b != TV_NONE && tv_sched_is_idle (self, a) && tv_sched_is_idle (self, b));
}

/* Returns whether the line is, or may be, from the thread that the previous line of the CPU switched out: the kernel
 * logs a switch before it happens, and older kernels allow interrupts in between. A sleeping thread is not back
 * before its wakeup. For a runnable thread the next line of another thread decides: if that is the one that the CPU
 * switched to, it was never back. */
static gboolean
is_leaving (TvTraceBuilder *self, TvCpuNow *now, guint32 utid, guint32 row)
{
  if (!is_same (self, now->leaving, utid))
    return FALSE;
  if (now->n_late == 0)
    {
      if (!now->can_return && tv_sched_get_thread (self, utid)->last_woken >= now->last_line)
        return FALSE;
      now->first_late = row;
    }
  now->n_late++;
  now->last_late = row;
  return TRUE;
}

/* Handles a line of a thread that is not leaving its CPU, or that leaves it once more. */
void
tv_sched_settle_leaving (TvTraceBuilder *self, guint32 cpu, guint32 utid)
{
  TvCpuNow *now = &g_array_index (self->sched->cpus, TvCpuNow, cpu);
  guint32 leaving = now->leaving, n_late = now->n_late;
  TvLogEvent event;

  now->leaving = TV_NONE;
  now->n_late = 0;
  if (n_late == 0 || !now->can_return || is_same (self, utid, now->running))
    return;
  tv_trace_builder_look_at_event (self, now->first_late, &event);
  if (!tv_sched_is_idle (self, leaving) && get_last_change (self, leaving) > event.ts)
    return; /* another CPU runs it meanwhile */
  tv_sched_infer_switch (self, cpu, leaving, FALSE, event.ts, (gint64) event.where);
  tv_trace_builder_look_at_event (self, now->last_late, &event);
  now->last_line = event.ts;
}

/**
 * tv_trace_builder_doubt_time:
 * @self: a builder of a log
 * @where: offset in the file of an event without a timestamp; in ascending order
 *
 * Excludes the event from inference, since it does not prove the current thread at its listed time.
 */
void
tv_trace_builder_doubt_time (TvTraceBuilder *self, gint64 where)
{
  g_array_append_val (self->sched->untimed, where);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return x < y ? -1 : x > y;
}

/* A line of another thread than the CPU is known to run. */
static G_GNUC_NO_INLINE gboolean
see_other (TvTraceBuilder *self, guint32 cpu, guint32 utid, guint32 row)
{
  TvCpuNow *now = &g_array_index (self->sched->cpus, TvCpuNow, cpu);
  TvLogEvent event;

  if (is_same (self, utid, now->running))
    return TRUE;
  if (is_leaving (self, now, utid, row))
    return FALSE;
  tv_trace_builder_get_sched_event (self, row, &event);
  if (g_array_binary_search (self->sched->untimed, &event.where, compare_places, NULL))
    return FALSE;
  tv_sched_settle_leaving (self, cpu, utid);
  tv_sched_infer_switch (self, cpu, utid, FALSE, event.ts, (gint64) event.where);
  return TRUE;
}

/**
 * tv_trace_builder_see_events:
 * @self: a builder of a log whose events are sorted
 * @first: first of a range of events without switches
 * @end: the event after the last
 *
 * Infers switches from the current threads of the events. Must be called for all events in order, before they are
 * handled.
 */
void
tv_trace_builder_see_events (TvTraceBuilder *self, guint32 first, guint32 end)
{
  const guint32 *cpus = self->events.cpu, *utids = self->events.utid;
  const TvTicks *times = &self->trace->events.ts.ticks;
  TvCpuNow *known = (TvCpuNow *) (gpointer) self->sched->cpus->data;
  guint n = self->sched->cpus->len;

  for (guint32 row = first; row < end; row++)
    {
      TvCpuNow *now;

      if (cpus[row] >= n || !known[cpus[row]].is_known)
        continue;
      now = &known[cpus[row]];
      if (G_UNLIKELY (utids[row] != now->running) && !see_other (self, cpus[row], utids[row], row))
        continue;
      now->leaving = TV_NONE;
      now->n_late = 0;
      now->last_line = tv_ticks_get (times, row) + self->base;
    }
}

/**
 * tv_trace_builder_note_waking:
 * @self: a builder of a log
 * @utid: a thread that is woken
 * @ts: timestamp in ticks
 *
 * From here on it may run. As tv_trace_builder_wake() but that it is in no state for that.
 */
void
tv_trace_builder_note_waking (TvTraceBuilder *self, guint32 utid, gint64 ts)
{
  tv_sched_get_thread (self, utid)->last_woken = ts;
}

/**
 * tv_trace_builder_end_life:
 * @self: a builder of a log
 * @utid: a thread whose id another thread has from here on
 * @row: the event when that begins
 *
 * Ends the state that it is in.
 */
void
tv_trace_builder_end_life (TvTraceBuilder *self, guint32 utid, guint32 row)
{
  TvLogEvent event;

  if (tv_sched_is_idle (self, utid) || !tv_sched_get_thread (self, utid)->has_state)
    return;
  tv_trace_builder_get_sched_event (self, row, &event);
  tv_sched_leave_other_cpu (self, utid, TV_NONE, event.ts, (gint64) event.where);
  if (!tv_sched_get_thread (self, utid)->has_state)
    return;
  tv_slice_writer_end (&self->sched->writer, tv_sched_get_state_track (self, utid), TV_NONE,
                       event.ts, 0, 0, -1);
  tv_sched_get_thread (self, utid)->has_state = FALSE;
}
