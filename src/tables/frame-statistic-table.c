/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/frame-statistics.h"

#include <glib/gi18n.h>

#include "core/memory/string-pool.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the table of frame statistics that the device reported (dumpsys gfxinfo), together with the same
 * statistics computed from the frames in the file. Listed in range_tables in tables.c. Computed by
 * analysis/frame-statistics.c. */

enum
{
  STATISTIC_LINE,
  STATISTIC_PROCESS,
  STATISTIC_PID,
  STATISTIC_WINDOW,
  STATISTIC_NAME,
  STATISTIC_BUCKET,
  STATISTIC_VALUE,
  STATISTIC_UNIT,
  STATISTIC_OWN,
  STATISTIC_REASON,
  N_STATISTIC_COLUMNS,
};

static const TvColumn columns[N_STATISTIC_COLUMNS] = {
  [STATISTIC_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("ID of the line that contains the number, in the table “text_line”"),
  },
  [STATISTIC_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Process that drew the frames"),
  },
  [STATISTIC_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID"),
  },
  [STATISTIC_WINDOW] = {
    "window", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Window"),
    N_("Window that the statistic covers; empty if it covers the whole process"),
  },
  [STATISTIC_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the statistic in the report"),
  },
  [STATISTIC_BUCKET] = {
    "bucket_ms", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Bucket (ms)"),
    N_("Frame duration of the histogram’s bucket, in milliseconds; empty for other statistics"),
  },
  [STATISTIC_VALUE] = {
    "value", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Device"),
    N_("Value reported by the device: a number of frames, or a percentile in milliseconds"),
  },
  [STATISTIC_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the value: frames or ms"),
  },
  [STATISTIC_OWN] = {
    "own", TV_COLUMN_REAL, TV_UNIT_NONE, N_("From Frames"),
    N_("Value computed from the frames listed in the file"),
  },
  [STATISTIC_REASON] = {
    "reason", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Reason"),
    N_("Reason why the percentiles of the file and of the device differ"),
  },
};

static void
set_part (TvCell *cell, TvTextPart part)
{
  if (part.size > 0)
    tv_cell_take_text (cell, tv_string_pool_dup_valid (part.text, part.size));
}

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvFrameStatistic *statistic = row;

  switch (column)
    {
    case STATISTIC_LINE:
      tv_cell_set_id (cell, statistic->line);
      break;
    case STATISTIC_PROCESS:
      if (statistic->upid != TV_NONE)
        tv_cell_set_trace_text (cell, trace,
                                tv_trace_get_processes (trace, NULL)[statistic->upid].name);
      break;
    case STATISTIC_PID:
      tv_cell_set_integer (cell, statistic->pid);
      break;
    case STATISTIC_WINDOW:
      set_part (cell, statistic->window);
      break;
    case STATISTIC_NAME:
      set_part (cell, statistic->name);
      break;
    case STATISTIC_BUCKET:
      if (statistic->bucket_ms >= 0)
        tv_cell_set_integer (cell, statistic->bucket_ms);
      break;
    case STATISTIC_VALUE:
      tv_cell_set_integer (cell, statistic->value);
      break;
    case STATISTIC_UNIT:
      tv_cell_set_text (cell, statistic->unit == TV_FRAME_STATISTIC_MS ? "ms" : "frames");
      break;
    case STATISTIC_OWN:
      if (statistic->computed >= 0)
        tv_cell_set_real (cell, statistic->unit == TV_FRAME_STATISTIC_MS
                                    ? (double) statistic->computed / 1e6
                                    : (double) statistic->computed);
      break;
    case STATISTIC_REASON:
      tv_cell_take_text (cell, tv_frame_statistic_dup_reason (statistic));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_frame_statistic_table = {
  .info = { "frame_statistic", N_("A frame statistic that the device reported (dumpsys gfxinfo)"),
            columns, N_STATISTIC_COLUMNS, FALSE },
  .compute = tv_frame_statistics_new,
  .get_cell = get_cell,
  .ties = { { "line", FALSE }, { "bucket_ms", FALSE } },
};
