/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tables/perfetto/perfetto-kernel.h"

/* Replays kernel events, whose arguments are parsed from text. Events that are stored as messages are first rendered
 * as text. Created by perfetto-model.c; read by perfetto-tables.c for the tables sched, thread_state and
 * ftrace_event. Each list is NULL until a getter first needs it. The getters also reuse one buffer for the text of
 * events, so only one thread at a time may use an object. */

struct _TvPerfettoKernel
{
  TvTrace *trace;         /* borrowed trace */
  TvPerfettoModel *model; /* borrowed model of @trace */
  guint32 n_threads;      /* number of threads in the model, including its idle thread */
  GArray *
      runs; /* (nullable) (element-type TvPerfettoRun): runs by start time; NULL before first use */
  GArray *
      states; /* (nullable) (element-type TvPerfettoState): states by start time, created together with @runs */
  GHashTable *
      threads; /* (nullable) (element-type guint32 GArray): tid → indexes of threads in the trace; NULL before first
                * use */
  gint64 *
      ends; /* (nullable) per utid, time at which the kernel freed the thread, in ns, or G_MAXINT64; NULL before first
             * use */
  gint64 *
      process_ends; /* (nullable) per upid, time at which the kernel freed the main thread, in ns, or G_MAXINT64; NULL
                     * before first use */
  GHashTable
      *new_names; /* (nullable) utid → last name, for renamed threads; NULL before first use */
  GStringChunk *texts; /* strings of runs and states */
  GString *event_text; /* buffer for the text of an event */
};

/* Bits of an event's common_flags: the event was recorded in a hard interrupt, or in a softirq. */
#define TV_FLAG_HARD_IRQ 0x08
#define TV_FLAG_SOFT_IRQ 0x10

#define TV_PERFETTO_NO_STATE                                                                       \
  {                                                                                                \
    .dur = -1, .utid = TV_NONE, .cpu = TV_NONE, .waker = TV_NONE, .waker_id = TV_NONE,             \
    .io_wait = -1, .irq_context = -1                                                               \
  }

static const char *
get_text (TvPerfettoKernel *self, guint32 string)
{
  return string != TV_NONE ? tv_trace_get_string (self->trace, string) : NULL;
}

/* ---- Fields of events ---- */

/* Part of an event's text; not NUL-terminated. */
typedef struct
{
  const char *text;
  const char *end;
} Part;

/* A task in an event's text: `comm=NAME pid=NUMBER prio=NUMBER`. */
typedef struct
{
  Part name;
  gint64 tid;
  gint64 priority;
} Task;

static Part
get_args (TvPerfettoKernel *self, guint32 event)
{
  gsize size;
  const char *text = tv_trace_get_event_args (self->trace, event, self->event_text, &size);

  return (Part){ text, text + size };
}

/* Advances @part past the next occurrence of a key. Returns FALSE if there is none. */
static gboolean
skip_past (Part *part, const char *key)
{
  const char *at = g_strstr_len (part->text, part->end - part->text, key);

  if (at != NULL)
    part->text = at + strlen (key);
  return at != NULL;
}

/* Skips a key at the start of @part. Returns FALSE if @part does not start with the key. */
static gboolean
take_key (Part *part, const char *key)
{
  gsize size = strlen (key);

  if ((gsize) (part->end - part->text) < size || memcmp (part->text, key, size) != 0)
    return FALSE;
  part->text += size;
  return TRUE;
}

/* Parses and skips a decimal number at the start of @part. */
static gboolean
take_number (Part *part, gint64 *value)
{
  char digits[24];
  gsize n = 0;

  while (part->text + n < part->end && n < sizeof digits - 1 &&
         (g_ascii_isdigit (part->text[n]) || (n == 0 && part->text[n] == '-')))
    {
      digits[n] = part->text[n];
      n++;
    }
  digits[n] = '\0';
  part->text += n;
  *value = g_ascii_strtoll (digits, NULL, 10);
  return n > 0;
}

/* Parses the number after the first occurrence of a key. Returns FALSE if there is none. */
static gboolean
find_number (Part part, const char *key, gint64 *value)
{
  return skip_past (&part, key) && take_number (&part, value);
}

/* Parses a task and advances @part past the task. Each of the two number keys must be followed by a number: a task
 * name of at most 15 bytes may contain one such pair, but not both. */
static gboolean
take_task (Part *part,
           const char *name_key,
           const char *tid_key,
           const char *priority_key,
           Task *task)
{
  if (!skip_past (part, name_key))
    return FALSE;
  task->name.text = part->text;
  while (skip_past (part, tid_key))
    {
      Part after = *part;

      task->name.end = part->text - strlen (tid_key);
      if (take_number (&after, &task->tid) && take_key (&after, priority_key) &&
          take_number (&after, &task->priority))
        {
          *part = after;
          return TRUE;
        }
    }
  return FALSE;
}

/* Parses the text of sched_switch. Returns whether the text is complete. Sets @state to the text after the priority
 * of @prev; this text begins with the state of @prev. */
static gboolean
read_switch (Part args, Task *prev, Task *next, Part *state)
{
  if (!take_task (&args, "prev_comm=", " prev_pid=", " prev_prio=", prev))
    return FALSE;
  *state = args;
  return take_task (&args, "next_comm=", " next_pid=", " next_prio=", next);
}

/* Parses the text of sched_waking. Returns whether the text contains a task, and advances @args past that task. */
static gboolean
read_waking (Part *args, Task *task)
{
  return take_task (args, "comm=", " pid=", " prio=", task);
}

/* Returns: (nullable): the state in which a thread was switched out, as kernel state letters such as "S", "R+" or
 * "D|K" */
static const char *
get_end_state (TvPerfettoKernel *self, Part part)
{
  char letters[16];
  gsize n = 0;

  if (!skip_past (&part, "prev_state="))
    return NULL;
  for (; part.text < part.end && n < sizeof letters &&
         (g_ascii_isalpha (*part.text) || *part.text == '|' || *part.text == '+');
       part.text++)
    letters[n++] = *part.text;
  if (n == 0 || n == sizeof letters)
    return NULL;
  letters[n] = '\0';
  return g_string_chunk_insert_const (self->texts, letters);
}

/* ---- Threads ---- */

/* Returns the machine on which an event was recorded. */
static guint32
get_event_machine (TvPerfettoKernel *self, guint32 event)
{
  guint32 utid = tv_id_column_get (&tv_trace_get_events (self->trace)->utid, event), n;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);

  return utid < n ? threads[utid].machine : 0;
}

/* Returns the index of threads by tid. Creates the index on first use. */
static GHashTable *
need_threads (TvPerfettoKernel *self)
{
  GHashTable *index;
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);

  if (self->threads != NULL)
    return self->threads;
  index = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  self->threads = index;
  for (guint32 i = 0; i < n; i++)
    {
      GArray *list = g_hash_table_lookup (index, GUINT_TO_POINTER (threads[i].tid));

      if (list == NULL)
        {
          list = g_array_new (FALSE, FALSE, sizeof (guint32));
          g_hash_table_insert (index, GUINT_TO_POINTER (threads[i].tid), list);
        }
      g_array_append_val (list, i);
    }
  return index;
}

/* Returns the thread that used a tid on a machine at @ts. If several threads used the tid, returns the last one that
 * had started by then, or else the first one. Returns TV_NONE if there is none. */
static guint32
find_thread (TvPerfettoKernel *self, gint64 tid, guint32 machine, gint64 ts)
{
  const TvThread *threads = tv_trace_get_threads (self->trace, NULL);
  const GArray *list;
  guint32 found = TV_NONE;

  if (tid < 0 || tid > G_MAXINT32)
    return TV_NONE;
  list = g_hash_table_lookup (need_threads (self), GUINT_TO_POINTER ((guint) tid));
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      guint32 thread = g_array_index (list, guint32, i);

      if (threads[thread].machine != machine)
        continue;
      if (found == TV_NONE ||
          (threads[thread].start_ns <= ts && threads[thread].start_ns >= threads[found].start_ns))
        found = thread;
    }
  return found;
}

/* Like find_thread(), but returns the model's utid. The utid of the device's idle thread is 0. */
static guint32
find_utid (TvPerfettoKernel *self, gint64 tid, guint32 machine, gint64 ts)
{
  if (tid == 0 && machine == 0)
    return 0;
  return tv_perfetto_model_map_utid (self->model, find_thread (self, tid, machine, ts));
}

/* ---- CPUs ---- */

/* State of a CPU during the replay. */
typedef struct
{
  guint32 at; /* next run on the CPU's track in the trace */
  guint32 end;
  guint32 open; /* row of the last run; TV_NONE if there is none */
  gint64 tid;   /* tid of the last run */
} Cpu;

static gboolean
has_tid (TvPerfettoKernel *self, guint32 thread, gint64 tid)
{
  guint32 n;
  const TvThread *threads = tv_trace_get_threads (self->trace, &n);

  return thread < n && threads[thread].tid == tid;
}

/* Returns the utid of the thread with a tid whose run on the CPU starts at @ts; TV_NONE if there is none. Advances
 * @cpu, so calls must be in time order. */
static guint32
find_run_thread (TvPerfettoKernel *self, Cpu *cpu, gint64 ts, gint64 tid)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);

  while (cpu->at < cpu->end && tv_slices_start (slices, cpu->at) < ts)
    cpu->at++;
  for (guint32 run = cpu->at; run < cpu->end && tv_slices_start (slices, run) == ts; run++)
    {
      guint32 thread = tv_trace_get_run_thread (self->trace, run);

      if (has_tid (self, thread, tid))
        return tv_perfetto_model_map_utid (self->model, thread);
    }
  return TV_NONE;
}

static Cpu *
get_cpu (TvPerfettoKernel *self, GHashTable *cpus, guint32 number)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);
  Cpu *cpu = g_hash_table_lookup (cpus, GUINT_TO_POINTER (number));

  if (cpu != NULL)
    return cpu;
  cpu = g_new0 (Cpu, 1);
  cpu->open = TV_NONE;
  for (guint32 i = 0; i < n; i++)
    if (tracks[i].kind == TV_TRACK_CPU && tracks[i].cpu == number)
      {
        cpu->at = tracks[i].first_slice;
        cpu->end = cpu->at + tracks[i].n_slices;
      }
  g_hash_table_insert (cpus, GUINT_TO_POINTER (number), cpu);
  return cpu;
}

/* ---- Replay ---- */

/**
 * Replay:
 * @cpus: (element-type guint32 Cpu): CPU → state
 * @last: per utid: row of the open state, or %TV_NONE
 * @blocked: per utid: row of the last state since the thread ran that was neither running nor runnable, or %TV_NONE
 *
 * State of the scheduler during the replay of kernel events.
 */
typedef struct
{
  TvPerfettoKernel *kernel;
  GHashTable *cpus;
  guint32 *last;
  guint32 *blocked;
} Replay;

static TvPerfettoState *
get_state (Replay *replay, guint32 row)
{
  return &g_array_index (replay->kernel->states, TvPerfettoState, row);
}

static gboolean
is_running (const TvPerfettoState *state)
{
  return state->cpu != TV_NONE;
}

static gboolean
is_runnable (const TvPerfettoState *state)
{
  return g_strcmp0 (state->state, "R") == 0 || g_strcmp0 (state->state, "R+") == 0;
}

/* Closes the open state of a thread. If the end of the state was lost, leaves the state without a duration. */
static void
close_state (Replay *replay, guint32 utid, gint64 ts, gboolean is_lost)
{
  if (replay->last[utid] != TV_NONE && !is_lost)
    get_state (replay, replay->last[utid])->dur = ts - get_state (replay, replay->last[utid])->ts;
}

static void
open_state (Replay *replay, const TvPerfettoState *state)
{
  guint32 row = replay->kernel->states->len;

  if (state->utid == 0)
    return;
  g_array_append_val (replay->kernel->states, *state);
  replay->last[state->utid] = row;
  if (is_running (state))
    replay->blocked[state->utid] = TV_NONE;
  else if (!is_runnable (state))
    replay->blocked[state->utid] = row;
}

static void
take_switch_states (Replay *replay,
                    gint64 ts,
                    guint32 cpu,
                    guint32 prev,
                    const char *end_state,
                    guint32 next)
{
  TvPerfettoState state = TV_PERFETTO_NO_STATE;

  state.ts = ts;
  if (prev != TV_NONE)
    {
      guint32 last = replay->last[prev];

      close_state (replay, prev, ts, last != TV_NONE && !is_running (get_state (replay, last)));
      state.utid = prev;
      state.state = end_state;
      open_state (replay, &state);
    }
  if (next != TV_NONE)
    {
      close_state (replay, next, ts, FALSE);
      state.utid = next;
      state.state = "Running";
      state.cpu = cpu;
      open_state (replay, &state);
    }
}

/* Returns the utid of the thread that was switched out. If the thread that recorded the event has a different tid,
 * looks up @tid. */
static guint32
find_prev_utid (TvPerfettoKernel *self, guint32 event, gint64 tid)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  guint32 thread = tv_id_column_get (&events->utid, event);

  if (has_tid (self, thread, tid))
    return tv_perfetto_model_map_utid (self->model, thread);
  return find_utid (self, tid, get_event_machine (self, event),
                    tv_time_column_get (&events->ts, event));
}

static void
take_switch (Replay *replay, guint32 event)
{
  TvPerfettoKernel *self = replay->kernel;
  const TvEvents *events = tv_trace_get_events (self->trace);
  guint32 number = tv_id_column_get (&events->cpu, event);
  gint64 ts = tv_time_column_get (&events->ts, event);
  Cpu *cpu = get_cpu (self, replay->cpus, number);
  TvPerfettoRun run = { .ts = ts, .dur = -1, .cpu = number };
  const char *end_state;
  Task prev, next;
  Part state;

  if (!read_switch (get_args (self, event), &prev, &next, &state))
    return;
  end_state = get_end_state (self, state);
  if (cpu->open != TV_NONE && cpu->tid == prev.tid)
    {
      TvPerfettoRun *last = &g_array_index (self->runs, TvPerfettoRun, cpu->open);

      last->dur = ts - last->ts;
      last->end_state = end_state;
    }
  run.utid = next.tid != 0 ? find_run_thread (self, cpu, ts, next.tid) : 0;
  if (run.utid == TV_NONE)
    run.utid = find_utid (self, next.tid, get_event_machine (self, event), ts);
  run.priority = (gint32) next.priority;
  cpu->open = self->runs->len;
  cpu->tid = next.tid;
  g_array_append_val (self->runs, run);
  take_switch_states (replay, ts, number, find_prev_utid (self, event, prev.tid), end_state,
                      run.utid);
}

/* Handles the wakeup of a thread, or its creation if @is_new. Ignores wakeups of runnable or running threads. As in
 * trace processor, a preempted thread becomes runnable again. */
static void
take_waking (Replay *replay, guint32 event, gboolean is_new)
{
  TvPerfettoKernel *self = replay->kernel;
  const TvEvents *events = tv_trace_get_events (self->trace);
  TvPerfettoState state = TV_PERFETTO_NO_STATE;
  Part args = get_args (self, event);
  gint64 flags;
  guint32 last;
  Task woken;

  if (is_new ? !find_number (args, "pid=", &woken.tid) : !read_waking (&args, &woken))
    return;
  state.ts = tv_time_column_get (&events->ts, event);
  state.state = "R";
  state.waker = tv_perfetto_model_map_utid (self->model, tv_id_column_get (&events->utid, event));
  state.utid = find_utid (self, woken.tid, get_event_machine (self, event), state.ts);
  if (state.utid == TV_NONE)
    return;
  last = replay->last[state.utid];
  if (last != TV_NONE && !is_new)
    {
      if (is_running (get_state (replay, last)) ||
          g_strcmp0 (get_state (replay, last)->state, "R") == 0)
        return;
      close_state (replay, state.utid, state.ts, FALSE);
    }
  if (state.waker != TV_NONE && replay->last[state.waker] != TV_NONE &&
      is_running (get_state (replay, replay->last[state.waker])))
    state.waker_id = replay->last[state.waker];
  if (is_new)
    state.irq_context = 0;
  else if (find_number (args, "common_flags=", &flags))
    state.irq_context = (flags & (TV_FLAG_HARD_IRQ | TV_FLAG_SOFT_IRQ)) != 0;
  open_state (replay, &state);
}

/* Returns: (nullable): the kernel function in which a thread was blocked; %NULL if the function was not recorded, or
 * only as an address */
static const char *
get_blocked_function (TvPerfettoKernel *self, Part part)
{
  g_autofree char *name = NULL;
  gboolean is_address = TRUE;
  const char *end;

  if (!skip_past (&part, "caller="))
    return NULL;
  for (end = part.text; end < part.end && !g_ascii_isspace (*end) && *end != '+'; end++)
    is_address = is_address && (g_ascii_isxdigit (*end) || (*end == 'x' && end == part.text + 1));
  if (is_address)
    return NULL;
  name = g_strndup (part.text, (gsize) (end - part.text));
  return g_string_chunk_insert_const (self->texts, name);
}

static void
take_blocked_reason (Replay *replay, guint32 event)
{
  TvPerfettoKernel *self = replay->kernel;
  gint64 ts = tv_time_column_get (&tv_trace_get_events (self->trace)->ts, event), tid, io_wait;
  Part args = get_args (self, event);
  TvPerfettoState *state;
  guint32 utid;

  if (!find_number (args, "pid=", &tid) || !find_number (args, "iowait=", &io_wait))
    return;
  utid = find_utid (self, tid, get_event_machine (self, event), ts);
  if (utid == TV_NONE || replay->blocked[utid] == TV_NONE)
    return;
  state = get_state (replay, replay->blocked[utid]);
  state->io_wait = io_wait != 0;
  state->blocked_function = get_blocked_function (self, args);
}

/* Returns whether the trace contains an event with the name. */
static gboolean
has_event (TvPerfettoKernel *self, const char *name)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  guint32 last = TV_NONE;

  for (guint32 i = 0; i < events->n; i++)
    {
      guint32 id = tv_events_get_name (events, i);

      if (id == last)
        continue;
      last = id;
      if (strcmp (tv_trace_get_string (self->trace, id), name) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
take_event (Replay *replay, guint32 event, const char *waking)
{
  TvTrace *trace = replay->kernel->trace;
  const TvEvents *events = tv_trace_get_events (trace);
  const char *name = tv_trace_get_string (trace, tv_events_get_name (events, event));

  if (strcmp (name, "sched_switch") == 0)
    take_switch (replay, event);
  else if (strcmp (name, waking) == 0)
    take_waking (replay, event, FALSE);
  else if (strcmp (name, "task_newtask") == 0)
    take_waking (replay, event, TRUE);
  else if (strcmp (name, "sched_blocked_reason") == 0)
    take_blocked_reason (replay, event);
}

/* Adds the runs and states that follow from kernel events. Adds none if the trace has no scheduler events. */
static void
replay_events (TvPerfettoKernel *self)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  const char *waking = has_event (self, "sched_waking") ? "sched_waking" : "sched_wakeup";
  g_autoptr (GHashTable) cpus = NULL;
  g_autofree guint32 *last = NULL, *blocked = NULL;
  gsize size = ((gsize) self->n_threads + 1) * sizeof *last;

  if (!has_event (self, "sched_switch") && !has_event (self, "task_newtask") &&
      !has_event (self, waking))
    return;
  cpus = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  last = memset (g_malloc (size), 0xff, size);
  blocked = memset (g_malloc (size), 0xff, size);
  for (guint32 i = 0; i < events->n; i++)
    take_event (&(Replay){ self, cpus, last, blocked }, i, waking);
}

/* ---- Without events ---- */

static int
compare_runs (gconstpointer a, gconstpointer b)
{
  const TvPerfettoRun *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  return x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
}

/* Adds the runs of the trace, and the idle runs between them. Skips inferred runs. */
static void
take_runs (TvPerfettoKernel *self)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);

  for (guint32 t = 0; t < n; t++)
    for (guint32 i = 0; tracks[t].kind == TV_TRACK_CPU && i < tracks[t].n_slices; i++)
      {
        guint32 slice = tracks[t].first_slice + i;
        TvRun source = { 0 };
        TvPerfettoRun run = { .ts = tv_slices_start (slices, slice), .cpu = tracks[t].cpu };
        gboolean is_open = slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_LOST);

        tv_trace_get_run (self->trace, slice, &source);
        if (slices->flags[slice] & TV_SLICE_INFERRED)
          continue;
        run.dur = is_open ? -1 : tv_slices_end (slices, slice) - run.ts;
        run.utid = tv_perfetto_model_map_utid (self->model, source.utid);
        run.priority = source.priority;
        run.end_state = source.end_state != TV_NONE
                            ? tv_trace_get_string (self->trace, source.end_state)
                            : NULL;
        g_array_append_val (self->runs, run);
        if (!is_open && i + 1 < tracks[t].n_slices &&
            tv_slices_start (slices, slice + 1) > run.ts + run.dur)
          {
            TvPerfettoRun idle = { run.ts + run.dur,
                                   tv_slices_start (slices, slice + 1) - run.ts - run.dur,
                                   run.cpu,
                                   0,
                                   120,
                                   "R" };

            g_array_append_val (self->runs, idle);
          }
      }
  g_array_sort (self->runs, compare_runs);
}

static int
compare_states (gconstpointer a, gconstpointer b)
{
  const TvPerfettoState *x = a, *y = b;

  if (x->ts != y->ts)
    return x->ts < y->ts ? -1 : 1;
  if (is_running (x) != is_running (y))
    return is_running (y) ? -1 : 1;
  return x->utid < y->utid ? -1 : x->utid > y->utid;
}

static void
add_waiting (TvPerfettoKernel *self, guint32 slice, guint32 utid)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  TvPerfettoState state = TV_PERFETTO_NO_STATE;
  TvState side = { 0 };

  tv_trace_get_state (self->trace, slice, &side);
  if ((side.kind == TV_STATE_RUNNING && self->runs->len > 0) ||
      (slices->flags[slice] & TV_SLICE_INFERRED))
    return;
  state.ts = tv_slices_start (slices, slice);
  if (!(slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_LOST)))
    state.dur = tv_time_column_get (&slices->dur, slice);
  state.utid = utid;
  state.cpu = side.cpu;
  state.state = get_text (self, side.text);
  state.io_wait = side.io_wait;
  state.blocked_function = get_text (self, side.blocked_function);
  if (state.blocked_function != NULL && g_str_has_prefix (state.blocked_function, "0x"))
    state.blocked_function = NULL;
  state.waker = tv_perfetto_model_map_utid (self->model, side.waker);
  state.irq_context = side.irq_context;
  g_array_append_val (self->states, state);
}

/* For each wakeup, sets the row of the state in which the waker was running: the waker's last running state. */
static void
find_wakers (TvPerfettoKernel *self)
{
  g_autofree guint32 *running = g_new (guint32, self->n_threads + 1);

  memset (running, 0xff, ((gsize) self->n_threads + 1) * sizeof *running);
  for (guint32 i = 0; i < self->states->len; i++)
    {
      TvPerfettoState *state = &g_array_index (self->states, TvPerfettoState, i);
      guint32 last = state->waker != TV_NONE ? running[state->waker] : TV_NONE;
      const TvPerfettoState *waker = last != TV_NONE
                                         ? &g_array_index (self->states, TvPerfettoState, last)
                                         : NULL;

      if (waker != NULL && (waker->dur < 0 || waker->ts + waker->dur >= state->ts))
        state->waker_id = last;
      if (is_running (state))
        running[state->utid] = i;
    }
}

/* Adds the states of the trace. Derives running states from the runs. */
static void
take_states (TvPerfettoKernel *self)
{
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n);
  const TvThread *threads = tv_trace_get_threads (self->trace, NULL);

  for (guint32 i = 0; i < self->runs->len; i++)
    {
      const TvPerfettoRun *run = &g_array_index (self->runs, TvPerfettoRun, i);
      TvPerfettoState state = TV_PERFETTO_NO_STATE;

      state.ts = run->ts;
      state.dur = run->dur;
      state.cpu = run->cpu;
      state.utid = run->utid;
      state.state = "Running";
      if (run->utid != 0 && run->utid != TV_NONE)
        g_array_append_val (self->states, state);
    }
  for (guint32 t = 0; t < n; t++)
    {
      if (tracks[t].kind != TV_TRACK_THREAD_STATE || tracks[t].utid == TV_NONE ||
          threads[tracks[t].utid].is_idle)
        continue;
      for (guint32 i = 0; i < tracks[t].n_slices; i++)
        add_waiting (self, tracks[t].first_slice + i,
                     tv_perfetto_model_map_utid (self->model, tracks[t].utid));
    }
  g_array_sort (self->states, compare_states);
  find_wakers (self);
}

static void
need_runs (TvPerfettoKernel *self)
{
  if (self->runs != NULL)
    return;
  self->runs = g_array_new (FALSE, FALSE, sizeof (TvPerfettoRun));
  self->states = g_array_new (FALSE, FALSE, sizeof (TvPerfettoState));
  self->texts = g_string_chunk_new (256);
  replay_events (self);
  if (self->runs->len > 0 || self->states->len > 0)
    return;
  take_runs (self);
  take_states (self);
}

/* ---- Names of renamed threads ---- */

/* Updates the name of a thread that is listed in @new_names. */
static void
take_name (TvPerfettoKernel *self, guint32 event, gint64 tid, Part name)
{
  gint64 ts = tv_time_column_get (&tv_trace_get_events (self->trace)->ts, event);
  guint32 utid = find_utid (self, tid, get_event_machine (self, event), ts);

  if (utid != TV_NONE && g_hash_table_contains (self->new_names, GUINT_TO_POINTER (utid)))
    g_hash_table_replace (self->new_names, GUINT_TO_POINTER (utid),
                          g_strndup (name.text, (gsize) (name.end - name.text)));
}

static gboolean
read_rename (Part args, gint64 *tid, Part *name)
{
  Part after;

  if (!find_number (args, "pid=", tid) || !skip_past (&args, "newcomm="))
    return FALSE;
  after = args;
  if (!skip_past (&after, " oom_score_adj="))
    return FALSE;
  *name = (Part){ args.text, after.text - strlen (" oom_score_adj=") };
  return TRUE;
}

/* Lists the threads whose names in the trace come from rename events. */
static void
find_renamed (TvPerfettoKernel *self)
{
  const TvEvents *events = tv_trace_get_events (self->trace);

  for (guint32 i = 0; i < events->n; i++)
    {
      g_autofree char *renamed = NULL;
      gint64 tid;
      guint32 thread;
      Part name;

      if (strcmp (tv_trace_get_string (self->trace, tv_events_get_name (events, i)),
                  "task_rename") != 0 ||
          !read_rename (get_args (self, i), &tid, &name))
        continue;
      renamed = g_strndup (name.text, (gsize) (name.end - name.text));
      thread = find_thread (self, tid, get_event_machine (self, i),
                            tv_time_column_get (&events->ts, i));
      if (thread != TV_NONE &&
          g_strcmp0 (renamed,
                     get_text (self, tv_trace_get_threads (self->trace, NULL)[thread].name)) == 0)
        g_hash_table_replace (self->new_names,
                              GUINT_TO_POINTER (tv_perfetto_model_map_utid (self->model, thread)),
                              g_steal_pointer (&renamed));
    }
}

static void
take_names (TvPerfettoKernel *self, guint32 event)
{
  guint32 id = tv_events_get_name (tv_trace_get_events (self->trace), event);
  const char *name = tv_trace_get_string (self->trace, id);
  Part args, new_name, state;
  Task prev, next;
  gint64 tid;

  if (strcmp (name, "task_rename") == 0)
    {
      if (read_rename (get_args (self, event), &tid, &new_name))
        take_name (self, event, tid, new_name);
    }
  else if (strcmp (name, "sched_switch") == 0)
    {
      if (!read_switch (get_args (self, event), &prev, &next, &state))
        return;
      take_name (self, event, prev.tid, prev.name);
      take_name (self, event, next.tid, next.name);
    }
  else if (strcmp (name, "sched_waking") == 0)
    {
      args = get_args (self, event);
      if (read_waking (&args, &next))
        take_name (self, event, next.tid, next.name);
    }
}

/* On the first call, finds the last name of each renamed thread in any event. The names in the trace come only from
 * rename events. */
static void
need_new_names (TvPerfettoKernel *self)
{
  if (self->new_names != NULL)
    return;
  self->new_names = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (!has_event (self, "task_rename"))
    return;
  find_renamed (self);
  if (g_hash_table_size (self->new_names) == 0)
    return;
  for (guint32 i = 0; i < tv_trace_get_events (self->trace)->n; i++)
    take_names (self, i);
}

/* ---- Ends of threads ---- */

/* Returns an array of @n + 1 unknown times (G_MAXINT64). */
static gint64 *
new_ends (guint32 n)
{
  gint64 *ends = g_new (gint64, (gsize) n + 1);

  for (guint32 i = 0; i <= n; i++)
    ends[i] = G_MAXINT64;
  return ends;
}

/* Sets the end of the thread that an event frees. For a main thread, also sets the end of its process. */
static void
take_free (TvPerfettoKernel *self, guint32 event)
{
  gint64 ts = tv_time_column_get (&tv_trace_get_events (self->trace)->ts, event);
  const TvThread *threads = tv_trace_get_threads (self->trace, NULL);
  const TvProcess *processes = tv_trace_get_processes (self->trace, NULL);
  Part args = get_args (self, event);
  guint32 thread, upid;
  Task task;

  if (!read_waking (&args, &task))
    return;
  thread = find_thread (self, task.tid, get_event_machine (self, event), ts);
  if (thread == TV_NONE || tv_perfetto_model_map_utid (self->model, thread) == 0)
    return;
  self->ends[tv_perfetto_model_map_utid (self->model, thread)] = ts;
  upid = threads[thread].upid;
  if (upid != TV_NONE && processes[upid].pid == threads[thread].tid)
    self->process_ends[tv_perfetto_model_map_upid (self->model, upid)] = ts;
}

static void
need_ends (TvPerfettoKernel *self)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  guint32 n_processes;

  if (self->ends != NULL)
    return;
  tv_trace_get_processes (self->trace, &n_processes);
  self->ends = new_ends (self->n_threads);
  self->process_ends = new_ends (n_processes);
  for (guint32 i = 0; i < events->n; i++)
    if (strcmp (tv_trace_get_string (self->trace, tv_events_get_name (events, i)),
                "sched_process_free") == 0)
      take_free (self, i);
}

/* ---- Object ---- */

/**
 * tv_perfetto_kernel_new:
 * @trace: the trace; must outlive the object
 * @model: model that numbers the threads; must outlive the object
 * @n_threads: number of threads in the model
 *
 * Returns: (transfer full): an object that computes runs, thread states, thread names and end times from kernel
 * events on demand
 */
TvPerfettoKernel *
tv_perfetto_kernel_new (TvTrace *trace, TvPerfettoModel *model, guint32 n_threads)
{
  TvPerfettoKernel *self = g_new0 (TvPerfettoKernel, 1);

  self->event_text = g_string_new (NULL);
  self->trace = trace;
  self->model = model;
  self->n_threads = n_threads;
  return self;
}

void
tv_perfetto_kernel_free (TvPerfettoKernel *self)
{
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->states, g_array_unref);
  g_clear_pointer (&self->threads, g_hash_table_unref);
  g_clear_pointer (&self->new_names, g_hash_table_unref);
  g_free (self->ends);
  g_free (self->process_ends);
  g_clear_pointer (&self->texts, g_string_chunk_free);
  g_string_free (self->event_text, TRUE);
  g_free (self);
}

/* Returns: (transfer none) (element-type TvPerfettoRun): the runs on all CPUs by start time; computed on first
 *   use */
const GArray *
tv_perfetto_kernel_need_runs (TvPerfettoKernel *self)
{
  need_runs (self);
  return self->runs;
}

/* Returns: (transfer none) (element-type TvPerfettoState): the states of all threads by start time; computed on
 *   first use */
const GArray *
tv_perfetto_kernel_need_states (TvPerfettoKernel *self)
{
  need_runs (self);
  return self->states;
}

/* Returns the index of the first element that does not start before @ts. @rows is sorted by time, which is the first
 * member of each element. */
static guint32
find_first (GArray *rows, gint64 ts)
{
  gsize bytes = g_array_get_element_size (rows);
  guint32 first = 0, end = rows->len;

  while (first < end)
    {
      guint32 middle = first + (end - first) / 2;
      gint64 at;

      memcpy (&at, rows->data + middle * bytes, sizeof at);
      if (at < ts)
        first = middle + 1;
      else
        end = middle;
    }
  return first;
}

/* Returns the row of the run that starts at @ts on a CPU; %TV_NONE if there is none. */
guint32
tv_perfetto_kernel_find_run (TvPerfettoKernel *self, gint64 ts, guint32 cpu)
{
  need_runs (self);
  for (guint32 row = find_first (self->runs, ts); row < self->runs->len; row++)
    {
      const TvPerfettoRun *run = &g_array_index (self->runs, TvPerfettoRun, row);

      if (run->ts != ts)
        break;
      if (run->cpu == cpu)
        return row;
    }
  return TV_NONE;
}

/* Returns the row of a thread's state that starts at @ts; %TV_NONE if there is none. @has_cpu selects the running
 * state, because a running and a waiting state may start at the same time. */
guint32
tv_perfetto_kernel_find_state (TvPerfettoKernel *self, gint64 ts, guint32 utid, gboolean has_cpu)
{
  need_runs (self);
  for (guint32 row = find_first (self->states, ts); row < self->states->len; row++)
    {
      const TvPerfettoState *state = &g_array_index (self->states, TvPerfettoState, row);

      if (state->ts != ts)
        break;
      if (state->utid == utid && is_running (state) == has_cpu)
        return row;
    }
  return TV_NONE;
}

/* Returns: (nullable): the last name of a renamed thread; %NULL if the name in the trace applies */
const char *
tv_perfetto_kernel_get_new_name (TvPerfettoKernel *self, guint32 utid)
{
  need_new_names (self);
  return g_hash_table_lookup (self->new_names, GUINT_TO_POINTER (utid));
}

/* Returns: time at which the kernel freed a thread, in ns; %G_MAXINT64 if unknown */
gint64
tv_perfetto_kernel_get_thread_end (TvPerfettoKernel *self, guint32 utid)
{
  need_ends (self);
  return self->ends[utid];
}

/* Returns: time at which the kernel freed the main thread of a process, in ns; %G_MAXINT64 if unknown */
gint64
tv_perfetto_kernel_get_process_end (TvPerfettoKernel *self, guint32 upid)
{
  need_ends (self);
  return self->process_ends[upid];
}

/* Returns: the utid of an event: for a switch, the thread that is switched out; otherwise, the thread that recorded
 * the event */
guint32
tv_perfetto_kernel_get_event_utid (TvPerfettoKernel *self, guint32 event)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  const char *name = tv_trace_get_string (self->trace, tv_events_get_name (events, event));
  Task prev, next;
  Part state;

  if (strcmp (name, "sched_switch") == 0 &&
      read_switch (get_args (self, event), &prev, &next, &state))
    return find_prev_utid (self, event, prev.tid);
  return tv_perfetto_model_map_utid (self->model, tv_id_column_get (&events->utid, event));
}

/* Returns: the flags of a sched_waking event; 0 for other events */
gint64
tv_perfetto_kernel_get_event_flags (TvPerfettoKernel *self, guint32 event)
{
  const TvEvents *events = tv_trace_get_events (self->trace);
  const char *name = tv_trace_get_string (self->trace, tv_events_get_name (events, event));
  gint64 flags;

  return strcmp (name, "sched_waking") == 0 &&
                 find_number (get_args (self, event), "common_flags=", &flags)
             ? flags
             : 0;
}
