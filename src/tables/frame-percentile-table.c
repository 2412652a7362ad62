/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-percentiles.h"

#include <glib/gi18n.h>

#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of percentiles of each process's frame durations, together with the percentiles that the
 * device reported. Listed in range_tables in tables.c. Computed by analysis/system/frame-percentiles.c. */

enum
{
  PERCENTILE_PROCESS,
  PERCENTILE_PID,
  PERCENTILE_UPID,
  PERCENTILE_PERCENT,
  PERCENTILE_DUR,
  PERCENTILE_FRAMES,
  PERCENTILE_DEVICE_DUR,
  PERCENTILE_DEVICE_FRAMES,
  PERCENTILE_REASON,
  N_PERCENTILE_COLUMNS,
};

static const TvColumn columns[N_PERCENTILE_COLUMNS] = {
  [PERCENTILE_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Process that drew the frames"),
  },
  [PERCENTILE_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID"),
  },
  [PERCENTILE_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Unique process ID"),
    N_("Unique ID of the process"),
  },
  [PERCENTILE_PERCENT] = {
    "percentile", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Percentile"),
    N_("Percentage of frames that took no longer than the duration"),
  },
  [PERCENTILE_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration of the frame at this percentile (nearest rank) of the counted frames"),
  },
  [PERCENTILE_FRAMES] = {
    "frames", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Frames"),
    N_("Number of counted frames: finished frames in the file without unusual flags"),
  },
  [PERCENTILE_DEVICE_DUR] = {
    "device_dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Device"),
    N_("Duration that the device reported for the percentile, in whole milliseconds"),
  },
  [PERCENTILE_DEVICE_FRAMES] = {
    "device_frames", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Device frames"),
    N_("Number of frames that the device counted"),
  },
  [PERCENTILE_REASON] = {
    "reason", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Reason"),
    N_("Reason why the percentiles of the file and of the device differ"),
  },
};

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvFramePercentile *percentile = row;
  const TvProcess *process = &tv_trace_get_processes (trace, NULL)[percentile->upid];

  switch (column)
    {
    case PERCENTILE_PROCESS:
      tv_cell_set_trace_text (cell, trace, process->name);
      break;
    case PERCENTILE_PID:
      tv_cell_set_integer (cell, process->pid);
      break;
    case PERCENTILE_UPID:
      tv_cell_set_id (cell, percentile->upid);
      break;
    case PERCENTILE_PERCENT:
      tv_cell_set_integer (cell, percentile->percent);
      break;
    case PERCENTILE_DUR:
      tv_cell_set_integer (cell, percentile->ns);
      break;
    case PERCENTILE_FRAMES:
      tv_cell_set_integer (cell, percentile->n);
      break;
    case PERCENTILE_DEVICE_DUR:
      if (percentile->device_ms >= 0 && percentile->device_ms <= G_MAXINT64 / 1000000)
        tv_cell_set_integer (cell, percentile->device_ms * 1000000);
      break;
    case PERCENTILE_DEVICE_FRAMES:
      if (percentile->n_device > 0)
        tv_cell_set_integer (cell, (gint64) percentile->n_device);
      break;
    case PERCENTILE_REASON:
      tv_cell_take_text (cell, tv_frame_percentile_dup_reason (percentile));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_frame_percentile_table = {
  .info = { "frame_percentile", N_("A percentile of a process’s frame durations"), columns,
            N_PERCENTILE_COLUMNS, TRUE },
  .compute = tv_frame_percentiles_new,
  .get_cell = get_cell,
  .ties = { { "upid", FALSE }, { "percentile", FALSE } },
};
