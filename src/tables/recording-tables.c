/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the tables of what the recorder reports about the device and about itself: machines, CPUs, clock
 * snapshots, statistics and symbols. Listed in trace_tables in tables.c. Pure: cells are read from the trace. */

/* ---- machine ---- */

enum
{
  MACHINE_ID,
  MACHINE_RAW_ID,
  MACHINE_NAME,
  MACHINE_NUM_CPUS,
  N_MACHINE_COLUMNS,
};

static const TvColumn machine_columns[N_MACHINE_COLUMNS] = {
  [MACHINE_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Machine"),
    N_("ID of the machine in this trace; the device has the ID 0"),
  },
  [MACHINE_RAW_ID] = {
    "raw_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Number of the machine in the recording"),
  },
  [MACHINE_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the guest"),
  },
  [MACHINE_NUM_CPUS] = {
    "num_cpus", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("CPUs"),
    N_("Number of CPUs of the machine; 0 if not known"),
  },
};

static guint32
machine_get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_machines (trace, &n);
  return n > 1 ? n : 0;
}

static gint64
count_cpus (TvTrace *trace, guint32 machine)
{
  const TvRecording *recording = tv_trace_get_recording (trace);
  gint64 n = 0;

  for (guint32 i = 0; i < recording->n_cpus; i++)
    n += tv_trace_get_cpu_machine (trace, recording->cpus[i].cpu) == machine;
  return n;
}

static void
machine_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvMachine *machine = &tv_trace_get_machines (trace, NULL)[row];

  switch (column)
    {
    case MACHINE_ID:
      tv_cell_set_id (cell, row);
      break;
    case MACHINE_RAW_ID:
      tv_cell_set_integer (cell, machine->id);
      break;
    case MACHINE_NAME:
      tv_cell_set_trace_text (cell, trace, machine->name);
      break;
    case MACHINE_NUM_CPUS:
      tv_cell_set_integer (cell, count_cpus (trace, row));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_machine_table = {
  .info = { "machine", N_("A machine in the trace: the device or a guest on it"), machine_columns,
            N_MACHINE_COLUMNS, FALSE },
  .get_n_rows = machine_get_n_rows,
  .get_cell = machine_get_cell,
};

/* ---- cpu ---- */

enum
{
  CPU_ID,
  CPU_CPU,
  CPU_CLUSTER_ID,
  CPU_PROCESSOR,
  CPU_CAPACITY,
  CPU_MAX_FREQUENCY,
  CPU_UCPU,
  CPU_MACHINE_ID,
  N_CPU_COLUMNS,
};

static const TvColumn cpu_columns[N_CPU_COLUMNS] = {
  [CPU_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [CPU_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU on its machine"),
  },
  [CPU_CLUSTER_ID] = {
    "cluster_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Cluster"),
    N_("Index of the CPU’s cluster of equally fast CPUs, slowest first; 0 for all CPUs if the "
       "clusters are not known"),
  },
  [CPU_PROCESSOR] = {
    "processor", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Processor"),
    N_("Description of the CPU"),
  },
  [CPU_CAPACITY] = {
    "capacity", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Capacity"),
    N_("Computing capacity relative to the fastest CPU, which has 1024"),
  },
  [CPU_MAX_FREQUENCY] = {
    "max_freq", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Highest frequency"),
    N_("Maximum frequency, in kHz"),
  },
  [CPU_UCPU] = TV_UCPU_COLUMN,
  [CPU_MACHINE_ID] = TV_MACHINE_ID_COLUMN,
};

static guint32
cpu_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_recording (trace)->n_cpus;
}

static void
cpu_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvCpu *cpu = &tv_trace_get_recording (trace)->cpus[row];

  switch (column)
    {
    case CPU_ID:
      tv_cell_set_id (cell, row);
      break;
    case CPU_CPU:
      tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, cpu->cpu));
      break;
    case CPU_UCPU:
      tv_cell_set_id (cell, cpu->cpu);
      break;
    case CPU_MACHINE_ID:
      tv_cell_set_id (cell, tv_trace_get_cpu_machine (trace, cpu->cpu));
      break;
    case CPU_CLUSTER_ID:
      tv_cell_set_id (cell, cpu->cluster);
      break;
    case CPU_PROCESSOR:
      tv_cell_set_trace_text (cell, trace, cpu->processor);
      break;
    case CPU_CAPACITY:
      tv_cell_set_id (cell, cpu->capacity);
      break;
    case CPU_MAX_FREQUENCY:
      if (cpu->max_khz > 0)
        tv_cell_set_integer (cell, cpu->max_khz);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_cpu_table = {
  .info = { "cpu", N_("A CPU of the device or of a guest on it"), cpu_columns, N_CPU_COLUMNS,
            FALSE },
  .get_n_rows = cpu_get_n_rows,
  .get_cell = cpu_get_cell,
};

/* ---- clock_snapshot ---- */

enum
{
  CLOCK_ID,
  CLOCK_TS,
  CLOCK_CLOCK_ID,
  CLOCK_CLOCK_NAME,
  CLOCK_CLOCK_VALUE,
  CLOCK_SNAPSHOT_ID,
  CLOCK_MACHINE_ID,
  N_CLOCK_COLUMNS,
};

static const TvColumn clock_columns[N_CLOCK_COLUMNS] = {
  [CLOCK_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [CLOCK_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time when the clocks were read, on the trace’s clock"),
  },
  [CLOCK_CLOCK_ID] = {
    "clock_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Clock"),
    N_("ID of the clock; clocks with an ID from 64 to 127 are local to one writer"),
  },
  [CLOCK_CLOCK_NAME] = {
    "clock_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the clock; empty for clocks that are not system clocks"),
  },
  [CLOCK_CLOCK_VALUE] = {
    "clock_value", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Value"),
    N_("Value of the clock"),
  },
  [CLOCK_SNAPSHOT_ID] = {
    "snapshot_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Snapshot"),
    N_("ID of the snapshot; all clocks in a machine’s snapshot were read at the same time"),
  },
  [CLOCK_MACHINE_ID] = TV_MACHINE_ID_COLUMN,
};

static guint32
clock_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_recording (trace)->n_readings;
}

/* Returns the name of a clock, as in perfetto/protos/perfetto/common/builtin_clock.proto; NULL for other clocks. */
static const char *
get_clock_name (guint32 clock)
{
  static const char *const names[] = {
    [1] = "REALTIME",         [2] = "REALTIME_COARSE", [3] = "MONOTONIC",
    [4] = "MONOTONIC_COARSE", [5] = "MONOTONIC_RAW",   [6] = "BOOTTIME"
  };

  return clock < G_N_ELEMENTS (names) ? names[clock] : NULL;
}

static void
clock_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvSnapshotClock *reading = &tv_trace_get_recording (trace)->readings[row];

  switch (column)
    {
    case CLOCK_ID:
      tv_cell_set_id (cell, row);
      break;
    case CLOCK_TS:
      tv_cell_set_integer (cell, reading->ts);
      break;
    case CLOCK_CLOCK_ID:
      tv_cell_set_integer (cell, reading->clock);
      break;
    case CLOCK_CLOCK_NAME:
      tv_cell_set_text (cell, get_clock_name (reading->clock));
      break;
    case CLOCK_CLOCK_VALUE:
      tv_cell_set_integer (cell, reading->value);
      break;
    case CLOCK_SNAPSHOT_ID:
      tv_cell_set_id (cell, reading->snapshot);
      break;
    case CLOCK_MACHINE_ID:
      tv_cell_set_id (cell, reading->machine);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_clock_snapshot_table = {
  .info = { "clock_snapshot", N_("Value of a clock in a snapshot of several clocks"), clock_columns,
            N_CLOCK_COLUMNS, FALSE },
  .get_n_rows = clock_get_n_rows,
  .get_cell = clock_get_cell,
};

/* ---- stats ---- */

enum
{
  STAT_ID,
  STAT_NAME,
  STAT_IDX,
  STAT_SEVERITY,
  STAT_SOURCE,
  STAT_VALUE,
  N_STAT_COLUMNS,
};

static const TvColumn stat_columns[N_STAT_COLUMNS] = {
  [STAT_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row"),
  },
  [STAT_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the statistic in Perfetto"),
  },
  [STAT_IDX] = {
    "idx", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Index"),
    N_("Index of the buffer or CPU, or process ID, if the statistic has one"),
  },
  [STAT_SEVERITY] = {
    "severity", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Severity"),
    N_("info: normal in intact files; notice: skipped; data_loss: data is missing; error: damaged"),
  },
  [STAT_SOURCE] = {
    "source", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Source"),
    N_("trace if counted while recording, analysis if counted while reading the file"),
  },
  [STAT_VALUE] = {
    "value", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Value"),
    N_("Value of the statistic"),
  },
};

static guint32
stat_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_recording (trace)->n_stats;
}

static void
stat_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvStat *stat = &tv_trace_get_recording (trace)->stats[row];

  switch (column)
    {
    case STAT_ID:
      tv_cell_set_id (cell, row);
      break;
    case STAT_NAME:
      tv_cell_set_trace_text (cell, trace, stat->name);
      break;
    case STAT_IDX:
      tv_cell_set_id (cell, stat->idx);
      break;
    case STAT_SEVERITY:
      tv_cell_set_text (cell, tv_stat_severity_name (stat->severity));
      break;
    case STAT_SOURCE:
      tv_cell_set_text (cell, stat->is_of_recorder ? "trace" : "analysis");
      break;
    case STAT_VALUE:
      tv_cell_set_integer (cell, stat->value);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_stats_table = {
  .info = { "stats", N_("A statistic of the recording, such as the number of lost packets"),
            stat_columns, N_STAT_COLUMNS, FALSE },
  .get_n_rows = stat_get_n_rows,
  .get_cell = stat_get_cell,
};

/* ---- stack_profile_symbol ---- */

enum
{
  SYMBOL_ID,
  SYMBOL_SET_ID,
  SYMBOL_NAME,
  SYMBOL_SOURCE_FILE,
  SYMBOL_LINE_NUMBER,
  N_SYMBOL_COLUMNS,
};

static const TvColumn symbol_columns[N_SYMBOL_COLUMNS] = {
  [SYMBOL_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("Index of the row, from 1"),
  },
  [SYMBOL_SET_ID] = {
    "symbol_set_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Location"),
    N_("ID of the functions at a code location, as in the column “symbol_set_id” of the table "
       "“stack_profile_frame”"),
  },
  [SYMBOL_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the function; for an inlined function, the functions that contain it follow in the "
       "next rows"),
  },
  [SYMBOL_SOURCE_FILE] = {
    "source_file", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Source file"),
    N_("Source file"),
  },
  [SYMBOL_LINE_NUMBER] = {
    "line_number", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("Line in the source file"),
  },
};

static guint32
symbol_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_recording (trace)->n_symbols;
}

static void
symbol_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvCodeSymbol *symbol = &tv_trace_get_recording (trace)->symbols[row];

  switch (column)
    {
    case SYMBOL_ID:
      tv_cell_set_id (cell, row + 1);
      break;
    case SYMBOL_SET_ID:
      tv_cell_set_id (cell, symbol->set);
      break;
    case SYMBOL_NAME:
      tv_cell_set_trace_text (cell, trace, symbol->name);
      break;
    case SYMBOL_SOURCE_FILE:
      tv_cell_set_trace_text (cell, trace, symbol->file);
      break;
    case SYMBOL_LINE_NUMBER:
      if (symbol->line > 0)
        tv_cell_set_integer (cell, symbol->line);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_stack_profile_symbol_table = {
  .info = { "stack_profile_symbol", N_("A function at a code location, as recorded"),
            symbol_columns, N_SYMBOL_COLUMNS, FALSE },
  .get_n_rows = symbol_get_n_rows,
  .get_cell = symbol_get_cell,
};
