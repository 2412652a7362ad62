/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the tables of counters, their values, and the gaps between values. Listed in trace_tables in tables.c.
 * Pure: cells are read from the trace. */

/* ---- counter_track ---- */

enum
{
  TRACK_ID,
  TRACK_NAME,
  TRACK_UPID,
  TRACK_UTID,
  TRACK_CPU,
  TRACK_UNIT,
  TRACK_SAMPLE_COUNT,
  TRACK_MIN,
  TRACK_MAX,
  TRACK_UCPU,
  TRACK_MACHINE_ID,
  N_TRACK_COLUMNS,
};

static const TvColumn track_columns[N_TRACK_COLUMNS] = {
  [TRACK_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Counter"),
    N_("ID of the counter in this trace; IDs of counters and of other tracks are independent"),
  },
  [TRACK_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Counted quantity"),
  },
  [TRACK_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process that the counter belongs to"),
  },
  [TRACK_UTID] = {
    "utid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Thread"),
    N_("Unique ID of the thread that the counter belongs to"),
  },
  [TRACK_CPU] = {
    "cpu", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("CPU"),
    N_("Number of the CPU that the counter belongs to"),
  },
  [TRACK_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the values, if known"),
  },
  [TRACK_SAMPLE_COUNT] = {
    "sample_count", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Samples"),
    N_("Number of recorded values"),
  },
  [TRACK_MIN] = {
    "min", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Minimum"),
    N_("Minimum value"),
  },
  [TRACK_MAX] = {
    "max", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Maximum"),
    N_("Maximum value"),
  },
  [TRACK_UCPU] = TV_UCPU_COLUMN,
  [TRACK_MACHINE_ID] = TV_MACHINE_ID_COLUMN,
};

static guint32
track_get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_counter_tracks (trace, &n);
  return n;
}

static void
track_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvCounterTrack *track = &tv_trace_get_counter_tracks (trace, NULL)[row];

  switch (column)
    {
    case TRACK_ID:
      tv_cell_set_id (cell, row);
      break;
    case TRACK_NAME:
      tv_cell_set_trace_text (cell, trace, track->name);
      break;
    case TRACK_UPID:
      tv_cell_set_id (cell, track->upid);
      break;
    case TRACK_UTID:
      tv_cell_set_id (cell, track->utid);
      break;
    case TRACK_CPU:
      tv_cell_set_id (cell, tv_trace_get_cpu_number (trace, track->cpu));
      break;
    case TRACK_UCPU:
      tv_cell_set_id (cell, track->cpu);
      break;
    case TRACK_MACHINE_ID:
      tv_cell_set_id (cell, track->machine);
      break;
    case TRACK_UNIT:
      tv_cell_set_text (cell, tv_counter_unit_name (track->unit));
      break;
    case TRACK_SAMPLE_COUNT:
      tv_cell_set_integer (cell, track->n_samples);
      break;
    case TRACK_MIN:
    case TRACK_MAX:
      if (track->n_samples > 0)
        tv_cell_set_real (cell, column == TRACK_MIN ? track->min : track->max);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_counter_track_table = {
  .info = { "counter_track", N_("A value that changes over time"), track_columns, N_TRACK_COLUMNS,
            FALSE },
  .get_n_rows = track_get_n_rows,
  .get_cell = track_get_cell,
};

static gboolean
is_of_cpu (TvTrace *trace, guint32 row)
{
  return tv_trace_get_counter_tracks (trace, NULL)[row].cpu != TV_NONE;
}

const TvTraceTableKind tv_cpu_counter_track_table = {
  .info = { "cpu_counter_track", N_("A counter of a CPU"), track_columns, N_TRACK_COLUMNS, FALSE },
  .get_n_rows = track_get_n_rows,
  .is_row = is_of_cpu,
  .get_cell = track_get_cell,
};

static gboolean
is_of_process (TvTrace *trace, guint32 row)
{
  return tv_trace_get_counter_tracks (trace, NULL)[row].upid != TV_NONE;
}

const TvTraceTableKind tv_process_counter_track_table = {
  .info = { "process_counter_track", N_("A counter of a process"), track_columns, N_TRACK_COLUMNS,
            FALSE },
  .get_n_rows = track_get_n_rows,
  .is_row = is_of_process,
  .get_cell = track_get_cell,
};

/* ---- counter ---- */

enum
{
  COUNTER_ID,
  COUNTER_TS,
  COUNTER_TRACK_ID,
  COUNTER_VALUE,
  N_COUNTER_COLUMNS,
};

static const TvColumn counter_columns[N_COUNTER_COLUMNS] = {
  [COUNTER_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Sample"),
    N_("ID of the sample in this trace"),
  },
  [COUNTER_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time when the counter reached the value, on the trace’s clock"),
  },
  [COUNTER_TRACK_ID] = {
    "track_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Counter"),
    N_("ID of the counter in the table “counter_track”"),
  },
  [COUNTER_VALUE] = {
    "value", TV_COLUMN_REAL, TV_UNIT_NONE, N_("Value"),
    N_("Value of the counter"),
  },
};

static guint32
counter_get_n_rows (TvTrace *trace)
{
  return tv_trace_get_samples (trace)->n;
}

/* Returns the counter to which a sample belongs. Samples are grouped by counter, so it is the last counter whose
 * first sample is at or before @sample. */
static guint32
find_counter_at (TvTrace *trace, guint32 sample)
{
  guint32 low = 0, high;
  const TvCounterTrack *tracks = tv_trace_get_counter_tracks (trace, &high);

  while (high - low > 1)
    {
      guint32 middle = low + (high - low) / 2;

      if (tracks[middle].first_sample <= sample)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
counter_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvSamples *samples = tv_trace_get_samples (trace);

  switch (column)
    {
    case COUNTER_ID:
      tv_cell_set_id (cell, row);
      break;
    case COUNTER_TS:
      tv_cell_set_integer (cell, samples->ts[row]);
      break;
    case COUNTER_TRACK_ID:
      tv_cell_set_id (cell, find_counter_at (trace, row));
      break;
    case COUNTER_VALUE:
      tv_cell_set_real (cell, samples->value[row]);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_counter_table = {
  .info = { "counter", N_("A recorded value of a counter"), counter_columns, N_COUNTER_COLUMNS,
            FALSE },
  .get_n_rows = counter_get_n_rows,
  .get_cell = counter_get_cell,
};

/* ---- counter_gap ---- */

enum
{
  GAP_TS,
  GAP_DUR,
  GAP_TRACK_ID,
  N_GAP_COLUMNS,
};

static const TvColumn gap_columns[N_GAP_COLUMNS] = {
  [GAP_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time when the recording ended, on the trace’s clock"),
  },
  [GAP_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration of the interval without a value; -1 if no later recording contains a value"),
  },
  [GAP_TRACK_ID] = {
    "track_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Counter"),
    N_("ID of the counter in the table “counter_track”"),
  },
};

static guint32
gap_get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_counter_gaps (trace, &n);
  return n;
}

static void
gap_get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  const TvCounterGap *gap = &tv_trace_get_counter_gaps (trace, NULL)[row];

  switch (column)
    {
    case GAP_TS:
      tv_cell_set_integer (cell, gap->start_ns);
      break;
    case GAP_DUR:
      tv_cell_set_integer (cell, gap->end_ns < G_MAXINT64 ? gap->end_ns - gap->start_ns : -1);
      break;
    case GAP_TRACK_ID:
      tv_cell_set_id (cell, gap->counter);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvTraceTableKind tv_counter_gap_table = {
  .info = { "counter_gap",
            N_("An interval after the end of a recording in which a counter has no "
               "value"),
            gap_columns, N_GAP_COLUMNS, FALSE },
  .get_n_rows = gap_get_n_rows,
  .get_cell = gap_get_cell,
};
