/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/wake.h"

#include "analysis/range/range.h"

/* Finds the wait, wakeup and run around a thread state, and the threads that occupied the CPU in between. Called by
 * the properties of slices and wakeups, the tables of scheduling and the rules about waiting threads. Reads adjacent
 * rows of a thread's states. Pure: only reads the trace. */

/* States of a thread: slices of its state track, and their side rows */
typedef struct
{
  const TvSlices *slices;
  const TvStates *side;
  guint32 first_side; /* side row of the track's first slice */
  guint32 first;
  guint32 end;
} States;

static gboolean
open_states (TvTrace *trace, guint32 track, States *self)
{
  const TvTrack *t = &tv_trace_get_tracks (trace, NULL)[track];

  if (t->kind != TV_TRACK_THREAD_STATE)
    return FALSE;
  self->slices = tv_trace_get_slices (trace);
  self->side = tv_trace_get_states (trace);
  self->first_side = t->first_side;
  self->first = t->first_slice;
  self->end = t->first_slice + t->n_slices;
  return TRUE;
}

static gboolean
is_kind (const States *self, guint32 row, TvStateKind kind)
{
  return row != TV_NONE &&
         tv_states_get_kind (self->side, self->first_side + (row - self->first)) == kind;
}

static guint32
get_waker (const States *self, guint32 row)
{
  return tv_states_get (self->side, self->first_side + (row - self->first)).waker;
}

/* Returns whether a state is a wait for something other than a CPU. */
static gboolean
is_wait (const States *self, guint32 row)
{
  return row != TV_NONE && !is_kind (self, row, TV_STATE_RUNNING) &&
         !is_kind (self, row, TV_STATE_RUNNABLE) && !is_kind (self, row, TV_STATE_DEAD);
}

/* Returns the previous row if there is no gap between the rows, otherwise TV_NONE. */
static guint32
get_before (const States *self, guint32 row)
{
  return row != TV_NONE && row > self->first &&
                 tv_slices_end (self->slices, row - 1) == tv_slices_start (self->slices, row)
             ? row - 1
             : TV_NONE;
}

static guint32
get_behind (const States *self, guint32 row)
{
  return row != TV_NONE && row + 1 < self->end &&
                 tv_slices_end (self->slices, row) == tv_slices_start (self->slices, row + 1)
             ? row + 1
             : TV_NONE;
}

static void
begin (TvWake *wake, const States *self, guint32 latency)
{
  TvState state = tv_states_get (self->side, self->first_side + (latency - self->first));

  wake->latency = latency;
  wake->woken = (TvWakeup){ tv_slices_start (self->slices, latency), state.waker,
                            state.irq_context };
  wake->latency_ns = tv_slices_end (self->slices, latency) - wake->woken.ts_ns;
}

/**
 * tv_wake_find_before:
 * @trace: a trace
 * @state: running or runnable row of a thread's states
 * @wake: (out): wait, wakeup and latency that precede the state
 *
 * Returns: whether @state is runnable, or directly follows a runnable state
 */
gboolean
tv_wake_find_before (TvTrace *trace, guint32 state, TvWake *wake)
{
  States states;
  guint32 latency = TV_NONE, wait;

  *wake = (TvWake){ TV_NONE, TV_NONE, TV_NONE, { 0, TV_NONE, -1 }, 0 };
  if (!open_states (trace, tv_trace_find_track_at (trace, state), &states))
    return FALSE;
  if (is_kind (&states, state, TV_STATE_RUNNING))
    {
      wake->run = state;
      latency = get_before (&states, state);
    }
  else if (is_kind (&states, state, TV_STATE_RUNNABLE))
    {
      latency = state;
      wake->run = get_behind (&states, state);
      if (!is_kind (&states, wake->run, TV_STATE_RUNNING))
        wake->run = TV_NONE;
    }
  if (!is_kind (&states, latency, TV_STATE_RUNNABLE))
    return FALSE;
  begin (wake, &states, latency);
  wait = get_before (&states, latency);
  wake->wait = is_wait (&states, wait) ? wait : TV_NONE;
  return TRUE;
}

/**
 * tv_wake_find_after:
 * @trace: a trace
 * @state: waiting row of a thread's states
 * @wake: (out): wakeup and run that end the wait
 *
 * Returns: whether @state is a wait that is directly followed by a runnable state
 */
gboolean
tv_wake_find_after (TvTrace *trace, guint32 state, TvWake *wake)
{
  States states;
  guint32 latency;

  *wake = (TvWake){ TV_NONE, TV_NONE, TV_NONE, { 0, TV_NONE, -1 }, 0 };
  if (!open_states (trace, tv_trace_find_track_at (trace, state), &states) ||
      !is_wait (&states, state))
    return FALSE;
  latency = get_behind (&states, state);
  if (!is_kind (&states, latency, TV_STATE_RUNNABLE))
    return FALSE;
  begin (wake, &states, latency);
  wake->wait = state;
  wake->run = get_behind (&states, latency);
  if (!is_kind (&states, wake->run, TV_STATE_RUNNING))
    wake->run = TV_NONE;
  return TRUE;
}

/* Returns: row of the thread's state at @ts_ns, or %TV_NONE */
guint32
tv_wake_find_state (TvTrace *trace, guint32 utid, gint64 ts_ns)
{
  guint32 track = tv_trace_get_threads (trace, NULL)[utid].state_track;

  return track != TV_NONE ? tv_trace_find_slice_at (trace, track, 0, ts_ns) : TV_NONE;
}

static guint32
find_cpu_track (TvTrace *trace, guint32 cpu)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  for (guint32 track = 0; track < n; track++)
    if (tracks[track].kind == TV_TRACK_CPU && tracks[track].cpu == cpu)
      return track;
  return TV_NONE;
}

/* Returns: CPU of a running state, or %TV_NONE */
guint32
tv_wake_find_cpu (TvTrace *trace, guint32 state)
{
  TvState s;

  return tv_trace_get_state (trace, state, &s) ? s.cpu : TV_NONE;
}

/* Returns: slice of a running state on the track of its CPU, or %TV_NONE */
guint32
tv_wake_find_run (TvTrace *trace, guint32 state)
{
  guint32 cpu = tv_wake_find_cpu (trace, state);
  guint32 track = cpu != TV_NONE ? find_cpu_track (trace, cpu) : TV_NONE;

  if (track == TV_NONE)
    return TV_NONE;
  return tv_trace_find_slice_at (trace, track, 0,
                                 tv_slices_start (tv_trace_get_slices (trace), state));
}

/* ---- Interrupts ---- */

/* Returns the CPU of a thread at @ts_ns, or TV_NONE if unknown. If the thread emitted an event at @ts_ns, its CPU
 * takes precedence over the CPU of the thread's state, because the idle thread runs on several CPUs at once. */
static guint32
find_cpu (TvTrace *trace, guint32 utid, gint64 ts_ns)
{
  const TvEvents *events = tv_trace_get_events (trace);
  guint32 low = 0, high = events->n, state;

  while (low < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (tv_time_column_get (&events->ts, middle) < ts_ns)
        low = middle + 1;
      else
        high = middle;
    }
  for (; low < events->n && tv_time_column_get (&events->ts, low) == ts_ns; low++)
    if (tv_id_column_get (&events->utid, low) == utid)
      return tv_id_column_get (&events->cpu, low);
  state = tv_wake_find_state (trace, utid, ts_ns);
  return state != TV_NONE ? tv_wake_find_cpu (trace, state) : TV_NONE;
}

static gboolean
is_of_interrupts (const TvTrack *track, guint32 cpu)
{
  return track->cpu == cpu && (track->role == TV_ROLE_IRQ || track->role == TV_ROLE_SOFTIRQ ||
                               track->role == TV_ROLE_IPI || track->role == TV_ROLE_HRTIMER);
}

/**
 * tv_wake_find_interrupt:
 * @trace: a trace
 * @waker: waking thread; may be the idle thread
 * @ts_ns: time of the wakeup in ns
 *
 * Returns: innermost slice of an interrupt on the waker's CPU; %TV_NONE if there is none, or if the CPU is unknown
 */
guint32
tv_wake_find_interrupt (TvTrace *trace, guint32 waker, gint64 ts_ns)
{
  guint32 cpu = find_cpu (trace, waker, ts_ns), n_tracks, found = TV_NONE;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (guint32 track = 0; cpu != TV_NONE && track < n_tracks; track++)
    for (guint32 depth = tracks[track].n_levels;
         depth > 0 && is_of_interrupts (&tracks[track], cpu); depth--)
      {
        guint32 slice = tv_trace_find_slice_at (trace, track, depth - 1, ts_ns);

        if (slice == TV_NONE)
          continue;
        if (found == TV_NONE || tv_slices_start (slices, slice) > tv_slices_start (slices, found))
          found = slice;
        break;
      }
  return found;
}

/* ---- Waits ---- */

/**
 * tv_wake_find_longest_wait:
 * @trace: a trace
 * @utid: a thread
 * @start_ns: start of the range in ns
 * @end_ns: end of the range in ns
 *
 * Finds the longest wait for something other than a CPU. Waits are clipped to the range; if several are equally long,
 * the first one is used. The run time is proportional to the number of states in the range.
 *
 * Returns: row of the wait, or %TV_NONE if there is none
 */
guint32
tv_wake_find_longest_wait (TvTrace *trace, guint32 utid, gint64 start_ns, gint64 end_ns)
{
  guint32 track = tv_trace_get_threads (trace, NULL)[utid].state_track, longest = TV_NONE;
  TvRange range = { start_ns, end_ns, end_ns - start_ns };
  gint64 longest_ns = 0;
  TvRangeWalk walk;
  States states;

  if (track == TV_NONE || !open_states (trace, track, &states))
    return TV_NONE;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    if (walk.ns > longest_ns && is_wait (&states, walk.row))
      {
        longest = walk.row;
        longest_ns = walk.ns;
      }
  return longest;
}

static int
compare_guests (gconstpointer a, gconstpointer b)
{
  const TvCpuGuest *x = a, *y = b;

  if (x->ns != y->ns)
    return x->ns > y->ns ? -1 : 1;
  return (x->run > y->run) - (x->run < y->run);
}

static void
add_guest (GArray *guests, GHashTable *indexes, guint32 utid, guint32 run, gint64 ns)
{
  gpointer index;

  if (!g_hash_table_lookup_extended (indexes, GUINT_TO_POINTER (utid), NULL, &index))
    {
      TvCpuGuest guest = { utid, run, 0 };

      index = GUINT_TO_POINTER (guests->len);
      g_hash_table_insert (indexes, GUINT_TO_POINTER (utid), index);
      g_array_append_val (guests, guest);
    }
  g_array_index (guests, TvCpuGuest, GPOINTER_TO_UINT (index)).ns += ns;
}

/**
 * tv_wake_find_guests:
 * @trace: a trace
 * @cpu: index of a CPU
 * @start_ns: start of the range in ns
 * @end_ns: end of the range in ns
 * @busy_ns: (out): total running time of the CPU in ns
 *
 * Finds the threads that ran on a CPU. The run time is proportional to the number of runs in the range.
 *
 * Returns: (transfer full) (element-type TvCpuGuest): the threads, in descending order of running time
 */
GArray *
tv_wake_find_guests (TvTrace *trace, guint32 cpu, gint64 start_ns, gint64 end_ns, gint64 *busy_ns)
{
  GArray *guests = g_array_new (FALSE, FALSE, sizeof (TvCpuGuest));
  g_autoptr (GHashTable) indexes = g_hash_table_new (NULL, NULL);
  guint32 track = find_cpu_track (trace, cpu);
  TvRange range = { start_ns, end_ns, end_ns - start_ns };
  TvRangeWalk walk;
  const TvTrack *t;
  const TvIdColumn *utids;

  *busy_ns = 0;
  if (track == TV_NONE)
    return guests;
  t = &tv_trace_get_tracks (trace, NULL)[track];
  utids = &tv_trace_get_runs (trace)->utid;
  walk = tv_range_walk (&range, trace, track);
  while (tv_range_walk_next (&walk))
    if (walk.ns > 0)
      {
        add_guest (guests, indexes, tv_id_column_get (utids, tv_track_get_side (t, walk.row)),
                   walk.row, walk.ns);
        *busy_ns += walk.ns;
      }
  g_array_sort (guests, compare_guests);
  return guests;
}

typedef struct
{
  gint64 ns;
  guint32 row;
} Woken;

static int
compare_woken (gconstpointer a, gconstpointer b)
{
  const Woken *x = a, *y = b;

  if (x->ns != y->ns)
    return x->ns < y->ns ? -1 : 1;
  return (x->row > y->row) - (x->row < y->row);
}

/**
 * tv_wake_find_woken:
 * @trace: a trace
 * @waker: a thread
 * @start_ns: start of the range in ns
 * @end_ns: end of the range in ns, exclusive
 *
 * Finds the threads that a thread woke. Visits all threads, but only those of their states that are in the range.
 *
 * Returns: (transfer full) (element-type guint32): runnable states of the woken threads, sorted by time
 */
GArray *
tv_wake_find_woken (TvTrace *trace, guint32 waker, gint64 start_ns, gint64 end_ns)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) woken = g_array_new (FALSE, FALSE, sizeof (Woken));
  guint32 n_tracks;
  States states;

  tv_trace_get_tracks (trace, &n_tracks);
  for (guint32 track = 0; track < n_tracks; track++)
    {
      if (!open_states (trace, track, &states))
        continue;
      for (guint32 row = tv_trace_find_slice_from (trace, track, start_ns);
           row < states.end && tv_slices_start (states.slices, row) < end_ns; row++)
        if (is_kind (&states, row, TV_STATE_RUNNABLE) && get_waker (&states, row) == waker)
          {
            Woken one = { tv_slices_start (states.slices, row), row };

            g_array_append_val (woken, one);
          }
    }
  g_array_sort (woken, compare_woken);
  for (guint i = 0; i < woken->len; i++)
    g_array_append_val (rows, g_array_index (woken, Woken, i).row);
  return rows;
}
