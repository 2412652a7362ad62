/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tables/perfetto/perfetto-model-private.h"

/* Implements the tables of the model. Their names, columns and order of columns are those of Perfetto. Called by
 * query/query-tables.c, which registers each table as __intrinsic_NAME. Reading a cell may create parts of the model,
 * so only one thread at a time may read these tables. */

#define INTEGER(name)                                                                              \
  {                                                                                                \
    name, TV_COLUMN_INTEGER, TV_UNIT_NONE, name, name                                              \
  }
#define NS(name)                                                                                   \
  {                                                                                                \
    name, TV_COLUMN_INTEGER, TV_UNIT_NS, name, name                                                \
  }
#define TEXT(name)                                                                                 \
  {                                                                                                \
    name, TV_COLUMN_TEXT, TV_UNIT_NONE, name, name                                                 \
  }
#define REAL(name)                                                                                 \
  {                                                                                                \
    name, TV_COLUMN_REAL, TV_UNIT_NONE, name, name                                                 \
  }

#define ROW    1
#define SORTED 2

#define UNNAMED "[no name]" /* name in the trace of track events without a name */

static void
set_id (TvCell *cell, guint32 id)
{
  if (id != TV_NONE)
    tv_cell_set_integer (cell, id);
}

static void
set_string (TvPerfettoModel *self, TvCell *cell, guint32 string)
{
  if (string != TV_NONE)
    tv_cell_set_text (cell, tv_trace_get_string (self->trace, string));
}

/* Sets the end of a thread or process. In traces with kernel events, this is @freed, the time at which the kernel
 * freed it; otherwise @end. */
static void
set_end (TvPerfettoModel *self, TvCell *cell, gint64 freed, gint64 end)
{
  gint64 at = tv_trace_get_events (self->trace)->n > 0 ? freed : end;

  if (at != G_MAXINT64)
    tv_cell_set_integer (cell, at);
}

/* ---- thread ---- */

enum
{
  THREAD_UTID,
  THREAD_TID,
  THREAD_NAME,
  THREAD_START_TS,
  THREAD_END_TS,
  THREAD_UPID,
  THREAD_IS_MAIN_THREAD,
  THREAD_IS_IDLE,
  THREAD_MACHINE_ID,
  N_THREAD_COLUMNS,
};

static const TvColumn thread_columns[N_THREAD_COLUMNS] = {
  INTEGER ("utid"),
  INTEGER ("tid"),
  TEXT ("name"),
  NS ("start_ts"),
  NS ("end_ts"),
  INTEGER ("upid"),
  INTEGER ("is_main_thread"),
  INTEGER ("is_idle"),
  INTEGER ("machine_id"),
};
static const guint8 thread_traits[N_THREAD_COLUMNS] = { ROW };

static guint32
thread_get_n_rows (TvPerfettoModel *self)
{
  return self->n_threads;
}

static void
set_thread_of_process (TvPerfettoModel *self, const TvThread *thread, guint column, TvCell *cell)
{
  const TvProcess *processes = tv_trace_get_processes (self->trace, NULL);

  if (thread->upid == TV_NONE)
    return;
  if (column == THREAD_UPID)
    set_id (cell, tv_perfetto_model_map_upid (self, thread->upid));
  else
    tv_cell_set_integer (cell, processes[thread->upid].pid == thread->tid);
}

static void
idle_get_cell (guint column, TvCell *cell)
{
  switch (column)
    {
    case THREAD_NAME:
      tv_cell_set_text (cell, "swapper");
      break;
    case THREAD_START_TS:
    case THREAD_END_TS:
      break;
    case THREAD_IS_MAIN_THREAD:
    case THREAD_IS_IDLE:
      tv_cell_set_integer (cell, 1);
      break;
    default:
      tv_cell_set_integer (cell, 0);
    }
}

static void
thread_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  const TvThread *thread;

  if (row == 0)
    {
      idle_get_cell (column, cell);
      return;
    }
  thread = &tv_trace_get_threads (self->trace, NULL)[self->threads[row]];
  switch (column)
    {
    case THREAD_UTID:
      set_id (cell, row);
      break;
    case THREAD_TID:
      tv_cell_set_integer (cell, thread->tid);
      break;
    case THREAD_NAME:
      tv_cell_set_text (cell, tv_perfetto_model_get_thread_name (self, row));
      break;
    case THREAD_START_TS:
      if (thread->start_ns != G_MININT64)
        tv_cell_set_integer (cell, thread->start_ns);
      break;
    case THREAD_END_TS:
      set_end (self, cell,
               tv_perfetto_kernel_get_thread_end (tv_perfetto_model_need_kernel (self), row),
               thread->end_ns);
      break;
    case THREAD_UPID:
    case THREAD_IS_MAIN_THREAD:
      set_thread_of_process (self, thread, column, cell);
      break;
    case THREAD_IS_IDLE:
      tv_cell_set_integer (cell, thread->is_idle ? 1 : 0);
      break;
    case THREAD_MACHINE_ID:
      set_id (cell, thread->machine);
      break;
    default:
      break;
    }
}

/* ---- process ---- */

enum
{
  PROCESS_UPID,
  PROCESS_PID,
  PROCESS_NAME,
  PROCESS_START_TS,
  PROCESS_END_TS,
  PROCESS_PARENT_UPID,
  PROCESS_UID,
  PROCESS_CMDLINE,
  PROCESS_MACHINE_ID,
  N_PROCESS_COLUMNS,
};

static const TvColumn process_columns[N_PROCESS_COLUMNS] = {
  INTEGER ("upid"),        INTEGER ("pid"), TEXT ("name"),    NS ("start_ts"),        NS ("end_ts"),
  INTEGER ("parent_upid"), INTEGER ("uid"), TEXT ("cmdline"), INTEGER ("machine_id"),
};
static const guint8 process_traits[N_PROCESS_COLUMNS] = { ROW };

static guint32
process_get_n_rows (TvPerfettoModel *self)
{
  return self->n_processes;
}

/* Returns whether Perfetto shows no name for a process: the process is named only after its main thread, and the
 * trace names other processes in a different way. */
static gboolean
is_named_by_thread (TvPerfettoModel *self, guint32 upid)
{
  guint32 n;
  const TvProcess *processes = tv_trace_get_processes (self->trace, &n);

  if (!processes[upid].is_named_by_thread || processes[upid].start_ns != G_MININT64)
    return FALSE;
  for (guint32 i = 0; i < n; i++)
    if (processes[i].name != TV_NONE && !processes[i].is_named_by_thread)
      return TRUE;
  return FALSE;
}

static void
process_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  const TvProcess *process = self->processes[row] != TV_NONE
                                 ? &tv_trace_get_processes (self->trace, NULL)[self->processes[row]]
                                 : NULL;

  if (column == PROCESS_UPID)
    set_id (cell, row);
  else if (process == NULL)
    {
      if (column == PROCESS_PID || column == PROCESS_MACHINE_ID)
        tv_cell_set_integer (cell, 0);
    }
  else
    switch (column)
      {
      case PROCESS_PID:
        tv_cell_set_integer (cell, process->pid);
        break;
      case PROCESS_NAME:
        if (!is_named_by_thread (self, self->processes[row]))
          set_string (self, cell, process->name);
        break;
      case PROCESS_START_TS:
        if (process->start_ns != G_MININT64)
          tv_cell_set_integer (cell, process->start_ns);
        else if (process->listed_start_ns != G_MININT64)
          tv_cell_set_integer (cell, process->listed_start_ns);
        break;
      case PROCESS_END_TS:
        set_end (self, cell,
                 tv_perfetto_kernel_get_process_end (tv_perfetto_model_need_kernel (self), row),
                 process->end_ns);
        break;
      case PROCESS_PARENT_UPID:
        if (process->parent == TV_NONE && process->is_child_of_idle)
          tv_cell_set_integer (cell, 0);
        else
          set_id (cell, tv_perfetto_model_map_upid (self, process->parent));
        break;
      case PROCESS_UID:
        set_id (cell, process->uid);
        break;
      case PROCESS_CMDLINE:
        set_string (self, cell, process->cmdline);
        break;
      case PROCESS_MACHINE_ID:
        set_id (cell, process->machine);
        break;
      default:
        break;
      }
}

/* ---- track ---- */

enum
{
  TRACK_ID,
  TRACK_NAME,
  TRACK_TYPE,
  TRACK_DIMENSION_ARG_SET_ID,
  TRACK_PARENT_ID,
  TRACK_MACHINE_ID,
  TRACK_IS_COUNTER,
  TRACK_UNIT,
  TRACK_UTID,
  TRACK_UPID,
  TRACK_CPU,
  N_TRACK_COLUMNS,
};

static const TvColumn track_columns[N_TRACK_COLUMNS] = {
  INTEGER ("id"),         TEXT ("name"),
  TEXT ("type"),          INTEGER ("dimension_arg_set_id"),
  INTEGER ("parent_id"),  INTEGER ("machine_id"),
  INTEGER ("is_counter"), TEXT ("unit"),
  INTEGER ("utid"),       INTEGER ("upid"),
  INTEGER ("cpu"),
};
static const guint8 track_traits[N_TRACK_COLUMNS] = { ROW };

static guint32
track_get_n_rows (TvPerfettoModel *self)
{
  return tv_perfetto_track_list_get_n (tv_perfetto_model_need_tracks (self));
}

static guint32
get_track_parent (TvPerfettoModel *self, const TvPerfettoTrack *track)
{
  const TvTrack *source;

  if (track->is_counter)
    return TV_NONE;
  source = &tv_trace_get_tracks (self->trace, NULL)[track->row];
  return source->layer == 0 ? tv_perfetto_model_map_track (self, source->parent) : TV_NONE;
}

static void
track_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  const TvPerfettoTrack *track = tv_perfetto_track_list_get (self->tracks, row);

  switch (column)
    {
    case TRACK_ID:
      set_id (cell, row);
      break;
    case TRACK_NAME:
      tv_cell_set_text (cell, track->name);
      break;
    case TRACK_TYPE:
      tv_cell_set_text (cell, track->type);
      break;
    case TRACK_DIMENSION_ARG_SET_ID:
      if (track->n_dimensions > 0)
        tv_cell_set_integer (cell, tv_perfetto_model_get_track_arg_set (self, row));
      break;
    case TRACK_PARENT_ID:
      set_id (cell, get_track_parent (self, track));
      break;
    case TRACK_MACHINE_ID:
      set_id (cell, track->machine);
      break;
    case TRACK_IS_COUNTER:
      tv_cell_set_integer (cell, track->is_counter ? 1 : 0);
      break;
    case TRACK_UNIT:
      tv_cell_set_text (cell, track->unit);
      break;
    case TRACK_UTID:
      set_id (cell, track->utid);
      break;
    case TRACK_UPID:
      set_id (cell, track->upid);
      break;
    case TRACK_CPU:
      set_id (cell, tv_trace_get_cpu_number (self->trace, track->cpu));
      break;
    default:
      break;
    }
}

/* ---- slice ---- */

enum
{
  SLICE_ID,
  SLICE_TS,
  SLICE_DUR,
  SLICE_TRACK_ID,
  SLICE_CATEGORY,
  SLICE_NAME,
  SLICE_DEPTH,
  SLICE_PARENT_ID,
  SLICE_ARG_SET_ID,
  SLICE_THREAD_TS,
  SLICE_THREAD_DUR,
  SLICE_THREAD_INSTRUCTION_COUNT,
  SLICE_THREAD_INSTRUCTION_DELTA,
  N_SLICE_COLUMNS,
};

static const TvColumn slice_columns[N_SLICE_COLUMNS] = {
  INTEGER ("id"),
  NS ("ts"),
  NS ("dur"),
  INTEGER ("track_id"),
  TEXT ("category"),
  TEXT ("name"),
  INTEGER ("depth"),
  INTEGER ("parent_id"),
  INTEGER ("arg_set_id"),
  NS ("thread_ts"),
  NS ("thread_dur"),
  INTEGER ("thread_instruction_count"),
  INTEGER ("thread_instruction_delta"),
};
static const guint8 slice_traits[N_SLICE_COLUMNS] = { ROW | SORTED, SORTED };

/* Sets the category of a slice: that of its event, or a fixed category for slices derived from kernel events. @type
 * is Perfetto's type of the slice's track. */
static void
set_category (TvPerfettoModel *self, TvCell *cell, const char *type, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvArg *args;
  guint32 n;

  switch (tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)].role)
    {
    case TV_ROLE_IRQ:
    case TV_ROLE_SOFTIRQ:
      tv_cell_set_text (cell, "irq");
      return;
    case TV_ROLE_BINDER:
      tv_cell_set_text (cell, "binder");
      return;
    case TV_ROLE_WORKQUEUE:
      tv_cell_set_text (cell, "workqueue");
      return;
    default:
      break;
    }
  if (g_str_equal (type, "cpu_napi_gro"))
    tv_cell_set_text (cell, "napi_gro");
  if (g_str_equal (type, "net_tcp_retransmit_skb"))
    tv_cell_set_text (cell, "tcp_event");
  if (slices->arg_set == NULL || g_str_equal (type, "triggers"))
    return;
  args = tv_trace_get_args (self->trace, slices->arg_set[slice], &n);
  for (guint32 i = 0; i < n; i++)
    if (tv_arg_is_category (&args[i]))
      set_string (self, cell, tv_arg_get_string (&args[i]));
}

static void
set_thread_clock (TvPerfettoModel *self, TvCell *cell, guint32 slice, TvThreadClock clock)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  const TvTrack *track;
  gint64 value;

  if (tv_trace_find_thread_clock (self->trace, slice, clock, &value))
    {
      tv_cell_set_integer (cell, value);
      return;
    }
  track = &tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)];
  if (track->role != TV_ROLE_CALLS || track->utid == TV_NONE ||
      !tv_trace_has_clock (self->trace, TV_CLOCK_CPU))
    return;
  if (clock == TV_THREAD_CLOCK_TS)
    tv_cell_set_integer (cell, tv_time_column_get (&slices->cpu_ts, slice));
  else if (clock == TV_THREAD_CLOCK_DUR &&
           !(slices->flags[slice] & (TV_SLICE_OPEN | TV_SLICE_LOST)))
    tv_cell_set_integer (cell, tv_time_column_get (&slices->cpu_dur, slice));
}

static void
set_slice_args (TvPerfettoModel *self, TvCell *cell, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);

  if (slices->arg_set != NULL && slices->arg_set[slice] != TV_NONE &&
      tv_perfetto_model_get_n_args (self, slices->arg_set[slice]) > 0)
    tv_cell_set_integer (cell, slices->arg_set[slice]);
}

/* Sets a slice's name to the name that trace processor uses. */
static void
set_slice_name (TvPerfettoModel *self, TvCell *cell, guint32 slice)
{
  static const char *const names[][2] = {
    { "(empty)", "[empty slice name]" },
    { "binder one-way", "binder transaction async" },
    { "binder one-way received", "binder async rcv" },
    { "IRQ_POLL", "BLOCK_IOPOLL" },
  };
  g_autofree char *tagged = tv_perfetto_model_dup_tagged_name (self, slice);
  const char *name = tv_perfetto_model_get_symbol_name (
      self, tv_slices_symbol (tv_trace_get_slices (self->trace), slice));
  const TvTrack *track;

  if (name == NULL || strcmp (name, UNNAMED) == 0)
    return;
  if (tagged != NULL)
    {
      tv_cell_take_text (cell, g_steal_pointer (&tagged));
      return;
    }
  tv_cell_set_text (cell, name);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (name, names[i][0]) == 0)
      tv_cell_set_text (cell, names[i][1]);
  track = &tv_trace_get_tracks (self->trace, NULL)[tv_trace_find_track_at (self->trace, slice)];
  if (track->role == TV_ROLE_IRQ)
    tv_cell_take_text (cell, g_strdup_printf ("IRQ (%s)", name));
}

static const TvPerfettoTrack *
get_slice_track (TvPerfettoModel *self, guint32 row)
{
  return tv_perfetto_track_list_get (self->tracks,
                                     tv_perfetto_slices_get_track (self->slices, row));
}

static void
slice_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  const TvSlices *slices = tv_trace_get_slices (self->trace);
  guint32 slice = tv_perfetto_slices_get_row (self->slices, row);

  switch (column)
    {
    case SLICE_ID:
      set_id (cell, row);
      break;
    case SLICE_TS:
      tv_cell_set_integer (cell, tv_slices_start (slices, slice));
      break;
    case SLICE_DUR:
      tv_cell_set_integer (cell, tv_perfetto_slices_get_dur (self->slices, row));
      break;
    case SLICE_TRACK_ID:
      set_id (cell, tv_perfetto_slices_get_track (self->slices, row));
      break;
    case SLICE_CATEGORY:
      set_category (self, cell, get_slice_track (self, row)->type, slice);
      break;
    case SLICE_NAME:
      set_slice_name (self, cell, slice);
      break;
    case SLICE_DEPTH:
      tv_cell_set_integer (cell, tv_perfetto_slices_get_depth (self->slices, row));
      break;
    case SLICE_PARENT_ID:
      set_id (cell, tv_perfetto_slices_get_parent (self->slices, row));
      break;
    case SLICE_ARG_SET_ID:
      set_slice_args (self, cell, slice);
      break;
    case SLICE_THREAD_TS:
      set_thread_clock (self, cell, slice, TV_THREAD_CLOCK_TS);
      break;
    case SLICE_THREAD_DUR:
      set_thread_clock (self, cell, slice, TV_THREAD_CLOCK_DUR);
      break;
    case SLICE_THREAD_INSTRUCTION_COUNT:
      set_thread_clock (self, cell, slice, TV_THREAD_CLOCK_INSTRUCTIONS);
      break;
    case SLICE_THREAD_INSTRUCTION_DELTA:
      set_thread_clock (self, cell, slice, TV_THREAD_CLOCK_INSTRUCTION_DELTA);
      break;
    default:
      break;
    }
}

/* ---- kernel_slice ---- */

enum
{
  KERNEL_SLICE_ID,
  KERNEL_SLICE_TS,
  KERNEL_SLICE_DUR,
  KERNEL_SLICE_CATEGORY,
  KERNEL_SLICE_NAME,
  KERNEL_SLICE_DEPTH,
  KERNEL_SLICE_PARENT_ID,
  KERNEL_SLICE_ARG_SET_ID,
  KERNEL_SLICE_TRACK_NAME,
  KERNEL_SLICE_TRACK_TYPE,
  KERNEL_SLICE_UTID,
  KERNEL_SLICE_UPID,
  KERNEL_SLICE_CPU,
  KERNEL_SLICE_UCPU,
  KERNEL_SLICE_MACHINE_ID,
  N_KERNEL_SLICE_COLUMNS,
};

static const TvColumn kernel_slice_columns[N_KERNEL_SLICE_COLUMNS] = {
  INTEGER ("id"),
  NS ("ts"),
  NS ("dur"),
  TEXT ("category"),
  TEXT ("name"),
  INTEGER ("depth"),
  INTEGER ("parent_id"),
  INTEGER ("arg_set_id"),
  TEXT ("track_name"),
  TEXT ("track_type"),
  INTEGER ("utid"),
  INTEGER ("upid"),
  INTEGER ("cpu"),
  INTEGER ("ucpu"),
  INTEGER ("machine_id"),
};
static const guint8 kernel_slice_traits[N_KERNEL_SLICE_COLUMNS] = { ROW | SORTED, SORTED };

static guint32
kernel_slice_get_n_rows (TvPerfettoModel *self)
{
  return tv_perfetto_slices_get_n (tv_perfetto_model_need_kernel_slices (self));
}

static void
kernel_slice_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  guint32 slice = tv_perfetto_slices_get_row (self->kernel_slices, row);
  const TvPerfettoTrack *track = tv_perfetto_track_list_get (
      self->kernel_tracks, tv_perfetto_slices_get_track (self->kernel_slices, row));

  switch (column)
    {
    case KERNEL_SLICE_ID:
      set_id (cell, row);
      break;
    case KERNEL_SLICE_TS:
      tv_cell_set_integer (cell, tv_slices_start (tv_trace_get_slices (self->trace), slice));
      break;
    case KERNEL_SLICE_DUR:
      tv_cell_set_integer (cell, tv_perfetto_slices_get_dur (self->kernel_slices, row));
      break;
    case KERNEL_SLICE_CATEGORY:
      set_category (self, cell, track->type, slice);
      break;
    case KERNEL_SLICE_NAME:
      set_slice_name (self, cell, slice);
      break;
    case KERNEL_SLICE_DEPTH:
      tv_cell_set_integer (cell, tv_perfetto_slices_get_depth (self->kernel_slices, row));
      break;
    case KERNEL_SLICE_PARENT_ID:
      set_id (cell, tv_perfetto_slices_get_parent (self->kernel_slices, row));
      break;
    case KERNEL_SLICE_ARG_SET_ID:
      set_slice_args (self, cell, slice);
      break;
    case KERNEL_SLICE_TRACK_NAME:
      tv_cell_set_text (cell, track->name);
      break;
    case KERNEL_SLICE_TRACK_TYPE:
      tv_cell_set_text (cell, track->type);
      break;
    case KERNEL_SLICE_UTID:
      set_id (cell, track->utid);
      break;
    case KERNEL_SLICE_UPID:
      set_id (cell, track->upid);
      break;
    case KERNEL_SLICE_CPU:
      set_id (cell, tv_trace_get_cpu_number (self->trace, track->cpu));
      break;
    case KERNEL_SLICE_UCPU:
      set_id (cell, track->cpu);
      break;
    case KERNEL_SLICE_MACHINE_ID:
      set_id (cell, track->machine);
      break;
    default:
      break;
    }
}

/* ---- sched ---- */

enum
{
  RUN_ID,
  RUN_TS,
  RUN_DUR,
  RUN_CPU,
  RUN_UTID,
  RUN_END_STATE,
  RUN_PRIORITY,
  RUN_UCPU,
  N_RUN_COLUMNS,
};

static const TvColumn run_columns[N_RUN_COLUMNS] = {
  INTEGER ("id"),   NS ("ts"),          NS ("dur"),           INTEGER ("cpu"),
  INTEGER ("utid"), TEXT ("end_state"), INTEGER ("priority"), INTEGER ("ucpu"),
};
static const guint8 run_traits[N_RUN_COLUMNS] = { ROW | SORTED, SORTED };

static guint32
run_get_n_rows (TvPerfettoModel *self)
{
  return tv_perfetto_kernel_need_runs (tv_perfetto_model_need_kernel (self))->len;
}

static void
run_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  const GArray *runs = tv_perfetto_kernel_need_runs (tv_perfetto_model_need_kernel (self));
  const TvPerfettoRun *run = &g_array_index (runs, TvPerfettoRun, row);

  switch (column)
    {
    case RUN_ID:
      set_id (cell, row);
      break;
    case RUN_TS:
      tv_cell_set_integer (cell, run->ts);
      break;
    case RUN_DUR:
      tv_cell_set_integer (cell, run->dur);
      break;
    case RUN_CPU:
      set_id (cell, tv_trace_get_cpu_number (self->trace, run->cpu));
      break;
    case RUN_UTID:
      set_id (cell, run->utid);
      break;
    case RUN_END_STATE:
      tv_cell_set_text (cell, run->end_state);
      break;
    case RUN_PRIORITY:
      tv_cell_set_integer (cell, run->priority);
      break;
    case RUN_UCPU:
      set_id (cell, run->cpu);
      break;
    default:
      break;
    }
}

/* ---- thread_state ---- */

enum
{
  STATE_ID,
  STATE_TS,
  STATE_DUR,
  STATE_CPU,
  STATE_UTID,
  STATE_STATE,
  STATE_IO_WAIT,
  STATE_BLOCKED_FUNCTION,
  STATE_WAKER_UTID,
  STATE_WAKER_ID,
  STATE_IRQ_CONTEXT,
  STATE_UCPU,
  N_STATE_COLUMNS,
};

static const TvColumn state_columns[N_STATE_COLUMNS] = {
  INTEGER ("id"),
  NS ("ts"),
  NS ("dur"),
  INTEGER ("cpu"),
  INTEGER ("utid"),
  TEXT ("state"),
  INTEGER ("io_wait"),
  TEXT ("blocked_function"),
  INTEGER ("waker_utid"),
  INTEGER ("waker_id"),
  INTEGER ("irq_context"),
  INTEGER ("ucpu"),
};
static const guint8 state_traits[N_STATE_COLUMNS] = { ROW | SORTED, SORTED };

static guint32
state_get_n_rows (TvPerfettoModel *self)
{
  return tv_perfetto_kernel_need_states (tv_perfetto_model_need_kernel (self))->len;
}

static void
state_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  const GArray *states = tv_perfetto_kernel_need_states (tv_perfetto_model_need_kernel (self));
  const TvPerfettoState *state = &g_array_index (states, TvPerfettoState, row);

  switch (column)
    {
    case STATE_ID:
      set_id (cell, row);
      break;
    case STATE_TS:
      tv_cell_set_integer (cell, state->ts);
      break;
    case STATE_DUR:
      tv_cell_set_integer (cell, state->dur);
      break;
    case STATE_CPU:
      set_id (cell, tv_trace_get_cpu_number (self->trace, state->cpu));
      break;
    case STATE_UTID:
      set_id (cell, state->utid);
      break;
    case STATE_STATE:
      tv_cell_set_text (cell, state->state);
      break;
    case STATE_IO_WAIT:
      if (state->io_wait >= 0)
        tv_cell_set_integer (cell, state->io_wait);
      break;
    case STATE_BLOCKED_FUNCTION:
      tv_cell_set_text (cell, state->blocked_function);
      break;
    case STATE_WAKER_UTID:
      set_id (cell, state->waker);
      break;
    case STATE_WAKER_ID:
      set_id (cell, state->waker_id);
      break;
    case STATE_IRQ_CONTEXT:
      if (state->irq_context >= 0)
        tv_cell_set_integer (cell, state->irq_context);
      break;
    case STATE_UCPU:
      set_id (cell, state->cpu);
      break;
    default:
      break;
    }
}

/* ---- counter ---- */

enum
{
  COUNTER_ID,
  COUNTER_TS,
  COUNTER_TRACK_ID,
  COUNTER_VALUE,
  COUNTER_ARG_SET_ID,
  N_COUNTER_COLUMNS,
};

static const TvColumn counter_columns[N_COUNTER_COLUMNS] = {
  INTEGER ("id"), NS ("ts"), INTEGER ("track_id"), REAL ("value"), INTEGER ("arg_set_id"),
};
static const guint8 counter_traits[N_COUNTER_COLUMNS] = { ROW | SORTED, SORTED };

static guint32
counter_get_n_rows (TvPerfettoModel *self)
{
  return tv_perfetto_counters_get_n (tv_perfetto_model_need_counters (self));
}

/* Sets the value of a counter. The kernel reports the end of a CPU's idle state as 2³² − 1, which the trace stores as
 * −1. */
static void
set_counter_value (TvPerfettoModel *self, guint32 row, TvCell *cell)
{
  double value =
      tv_trace_get_samples (self->trace)->value[tv_perfetto_counters_get_row (self->counters, row)];
  const TvPerfettoTrack *track = tv_perfetto_track_list_get (
      self->tracks, tv_perfetto_counters_get_track (self->counters, row));

  if (value == -1 && g_str_equal (track->type, "cpu_idle"))
    value = G_MAXUINT32;
  tv_cell_set_real (cell, value);
}

static void
counter_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  const TvSamples *samples = tv_trace_get_samples (self->trace);

  switch (column)
    {
    case COUNTER_ID:
      set_id (cell, row);
      break;
    case COUNTER_TS:
      tv_cell_set_integer (cell, samples->ts[tv_perfetto_counters_get_row (self->counters, row)]);
      break;
    case COUNTER_TRACK_ID:
      set_id (cell, tv_perfetto_counters_get_track (self->counters, row));
      break;
    case COUNTER_VALUE:
      set_counter_value (self, row, cell);
      break;
    default:
      break;
    }
}

/* ---- ftrace_event ---- */

enum
{
  EVENT_ID,
  EVENT_TS,
  EVENT_NAME,
  EVENT_CPU,
  EVENT_UTID,
  EVENT_ARG_SET_ID,
  EVENT_COMMON_FLAGS,
  EVENT_UCPU,
  N_EVENT_COLUMNS,
};

static const TvColumn event_columns[N_EVENT_COLUMNS] = {
  INTEGER ("id"),           NS ("ts"),        TEXT ("name"),
  INTEGER ("cpu"),          INTEGER ("utid"), INTEGER ("arg_set_id"),
  INTEGER ("common_flags"), INTEGER ("ucpu"),
};
static const guint8 event_traits[N_EVENT_COLUMNS] = { ROW | SORTED, SORTED };

static guint32
event_get_n_rows (TvPerfettoModel *self)
{
  return tv_trace_get_events (self->trace)->n;
}

static void
event_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  const TvEvents *events = tv_trace_get_events (self->trace);

  switch (column)
    {
    case EVENT_ID:
      set_id (cell, row);
      break;
    case EVENT_TS:
      tv_cell_set_integer (cell, tv_time_column_get (&events->ts, row));
      break;
    case EVENT_NAME:
      set_string (self, cell, tv_events_get_name (events, row));
      break;
    case EVENT_CPU:
      set_id (cell, tv_trace_get_cpu_number (self->trace, tv_id_column_get (&events->cpu, row)));
      break;
    case EVENT_UTID:
      set_id (cell, tv_perfetto_kernel_get_event_utid (tv_perfetto_model_need_kernel (self), row));
      break;
    case EVENT_ARG_SET_ID:
      tv_cell_set_integer (cell, tv_perfetto_model_get_event_arg_set (self, row));
      break;
    case EVENT_COMMON_FLAGS:
      tv_cell_set_integer (
          cell, tv_perfetto_kernel_get_event_flags (tv_perfetto_model_need_kernel (self), row));
      break;
    case EVENT_UCPU:
      set_id (cell, tv_id_column_get (&events->cpu, row));
      break;
    default:
      break;
    }
}

/* ---- args ---- */

enum
{
  ARG_ID,
  ARG_ARG_SET_ID,
  ARG_FLAT_KEY,
  ARG_KEY,
  ARG_INT_VALUE,
  ARG_STRING_VALUE,
  ARG_REAL_VALUE,
  ARG_VALUE_TYPE,
  ARG_DISPLAY_VALUE,
  N_ARG_COLUMNS,
};

static const TvColumn arg_columns[N_ARG_COLUMNS] = {
  INTEGER ("id"),      INTEGER ("arg_set_id"), TEXT ("flat_key"),
  TEXT ("key"),        INTEGER ("int_value"),  TEXT ("string_value"),
  REAL ("real_value"), TEXT ("value_type"),    TEXT ("display_value"),
};
static const guint8 arg_traits[N_ARG_COLUMNS] = { ROW | SORTED, SORTED };

static guint32
arg_get_n_rows (TvPerfettoModel *self)
{
  tv_perfetto_model_need_args (self);
  return self->args_before[tv_perfetto_model_get_n_arg_sets (self)];
}

/* Returns the argument set to which a row belongs. */
static guint32
find_set (TvPerfettoModel *self, guint32 row)
{
  guint32 low = 0, high = tv_perfetto_model_get_n_arg_sets (self);

  while (low + 1 < high)
    {
      guint32 middle = low + (high - low) / 2;

      if (self->args_before[middle] <= row)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/* Returns the key without indexes: a.b[2].c becomes a.b.c. */
static char *
dup_flat_key (const char *key)
{
  GString *flat = g_string_new (NULL);

  for (const char *p = key; *p != '\0'; p++)
    if (*p == '[' && strchr (p, ']') != NULL)
      p = strchr (p, ']');
    else
      g_string_append_c (flat, *p);
  return g_string_free (flat, FALSE);
}

/* Formats a number as SQLite does when it casts a real to text: up to 15 digits, and a decimal point in any locale,
 * even for integers. */
static char *
print_real (double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.15g", value);
  return g_strconcat (digits, strspn (digits, "-0123456789") == strlen (digits) ? ".0" : "", NULL);
}

static void
set_display (const TvPerfettoArg *arg, TvCell *cell)
{
  if (arg->text != NULL)
    tv_cell_take_text (cell, g_strdup (arg->text));
  else if (g_str_equal (arg->type, "real"))
    tv_cell_take_text (cell, print_real (arg->real));
  else if (g_str_equal (arg->type, "pointer"))
    tv_cell_take_text (cell, g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", (guint64) arg->integer));
  else if (g_str_equal (arg->type, "bool"))
    tv_cell_set_text (cell, arg->integer != 0 ? "true" : "false");
  else if (g_str_equal (arg->type, "uint"))
    tv_cell_take_text (cell, g_strdup_printf ("%" G_GUINT64_FORMAT, (guint64) arg->integer));
  else
    tv_cell_take_text (cell, g_strdup_printf ("%" G_GINT64_FORMAT, arg->integer));
}

static void
arg_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  guint32 set;
  TvPerfettoArg arg;

  if (column == ARG_ID)
    {
      set_id (cell, row);
      return;
    }
  set = find_set (self, row);
  if (column == ARG_ARG_SET_ID)
    {
      set_id (cell, set);
      return;
    }
  if (!tv_perfetto_model_get_arg (self, set, row - self->args_before[set], &arg))
    return;
  switch (column)
    {
    case ARG_FLAT_KEY:
      tv_cell_take_text (cell, dup_flat_key (arg.key));
      break;
    case ARG_KEY:
      tv_cell_take_text (cell, g_strdup (arg.key));
      break;
    case ARG_INT_VALUE:
      if (arg.text == NULL && !g_str_equal (arg.type, "real"))
        tv_cell_set_integer (cell, arg.integer);
      break;
    case ARG_STRING_VALUE:
      tv_cell_take_text (cell, g_strdup (arg.text));
      break;
    case ARG_REAL_VALUE:
      if (g_str_equal (arg.type, "real"))
        tv_cell_set_real (cell, arg.real);
      break;
    case ARG_VALUE_TYPE:
      tv_cell_set_text (cell, arg.type);
      break;
    case ARG_DISPLAY_VALUE:
      set_display (&arg, cell);
      break;
    default:
      break;
    }
}

/* ---- flow ---- */

static const TvColumn flow_columns[] = {
  INTEGER ("id"),       INTEGER ("slice_out"),  INTEGER ("slice_in"),
  INTEGER ("trace_id"), INTEGER ("arg_set_id"),
};
static const guint8 flow_traits[G_N_ELEMENTS (flow_columns)] = { ROW | SORTED };

static void
flow_get_cell (TvPerfettoModel *self, guint32 row, guint column, TvCell *cell)
{
  guint32 out, in;
  guint64 id;

  tv_perfetto_model_get_flow (self, row, &out, &in);
  if (column == 0)
    set_id (cell, row);
  else if (column == 1)
    set_id (cell, out);
  else if (column == 2)
    set_id (cell, in);
  else if (column == 3 && tv_trace_find_flow_id (self->trace, row, &id))
    tv_cell_set_integer (cell, (gint64) id);
}

/* ---- List of tables ---- */

static const TvPerfettoTable thread_table = { "thread",          thread_columns,  N_THREAD_COLUMNS,
                                              thread_get_n_rows, thread_get_cell, thread_traits };
static const TvPerfettoTable process_table = { "process",         process_columns,
                                               N_PROCESS_COLUMNS, process_get_n_rows,
                                               process_get_cell,  process_traits };
static const TvPerfettoTable track_table = { "track",          track_columns,  N_TRACK_COLUMNS,
                                             track_get_n_rows, track_get_cell, track_traits };
static const TvPerfettoTable slice_table = { "slice",         slice_columns,
                                             N_SLICE_COLUMNS, tv_perfetto_model_get_n_slices,
                                             slice_get_cell,  slice_traits };
static const TvPerfettoTable kernel_slice_table = { "kernel_slice",         kernel_slice_columns,
                                                    N_KERNEL_SLICE_COLUMNS, kernel_slice_get_n_rows,
                                                    kernel_slice_get_cell,  kernel_slice_traits };
static const TvPerfettoTable run_table = { "sched",        run_columns,  N_RUN_COLUMNS,
                                           run_get_n_rows, run_get_cell, run_traits };
static const TvPerfettoTable state_table = { "thread_state",   state_columns,  N_STATE_COLUMNS,
                                             state_get_n_rows, state_get_cell, state_traits };
static const TvPerfettoTable counter_table = { "counter",         counter_columns,
                                               N_COUNTER_COLUMNS, counter_get_n_rows,
                                               counter_get_cell,  counter_traits };
static const TvPerfettoTable event_table = { "ftrace_event",   event_columns,  N_EVENT_COLUMNS,
                                             event_get_n_rows, event_get_cell, event_traits };
static const TvPerfettoTable arg_table = { "args",         arg_columns,  N_ARG_COLUMNS,
                                           arg_get_n_rows, arg_get_cell, arg_traits };
static const TvPerfettoTable flow_table = {
  "flow",        flow_columns, G_N_ELEMENTS (flow_columns), tv_perfetto_model_get_n_flows,
  flow_get_cell, flow_traits
};

/* Returns: (array length=n) (transfer none): all tables of the model */
const TvPerfettoTable *const *
tv_perfetto_tables_list (guint *n)
{
  static const TvPerfettoTable *const tables[] = {
    &thread_table, &process_table, &track_table, &slice_table, &kernel_slice_table, &run_table,
    &state_table,  &counter_table, &event_table, &arg_table,   &flow_table,
  };

  *n = G_N_ELEMENTS (tables);
  return tables;
}

/* ---- TvTable ---- */

#define TV_TYPE_PERFETTO_TABLE (tv_perfetto_model_table_get_type ())
G_DECLARE_FINAL_TYPE (TvPerfettoModelTable,
                      tv_perfetto_model_table,
                      TV,
                      PERFETTO_MODEL_TABLE,
                      TvTable)

struct _TvPerfettoModelTable
{
  TvTable parent_instance;

  TvTableInfo info;
  const TvPerfettoTable *kind;
  TvPerfettoModel *model;
  guint32 n_rows;
};

G_DEFINE_FINAL_TYPE (TvPerfettoModelTable, tv_perfetto_model_table, TV_TYPE_TABLE)

static const TvTableInfo *
get_info (TvTable *table)
{
  return &TV_PERFETTO_MODEL_TABLE (table)->info;
}

static guint32
get_n_rows (TvTable *table)
{
  return ((TvPerfettoModelTable *) table)->n_rows;
}

static void
get_cell (TvTable *table, guint32 row, guint column, TvCell *cell)
{
  TvPerfettoModelTable *self = (TvPerfettoModelTable *) table;

  self->kind->get_cell (self->model, row, column, cell);
}

static void
tv_perfetto_model_table_class_init (TvPerfettoModelTableClass *class)
{
  TvTableClass *table_class = TV_TABLE_CLASS (class);

  table_class->get_info = get_info;
  table_class->get_n_rows = get_n_rows;
  table_class->get_cell = get_cell;
}

static void
tv_perfetto_model_table_init (TvPerfettoModelTable *self)
{
}

/* Opens a table of a model. The model must outlive the table. */
TvTable *
tv_perfetto_table_new (const TvPerfettoTable *kind, TvPerfettoModel *model)
{
  TvPerfettoModelTable *self = g_object_new (TV_TYPE_PERFETTO_TABLE, NULL);

  self->kind = kind;
  self->model = model;
  self->info = (TvTableInfo){ kind->name, kind->name, kind->columns, kind->n_columns, FALSE };
  self->n_rows = kind->get_n_rows (model);
  return TV_TABLE (self);
}
