/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "tables/trace-table.h"

/* Implements the table of the memory mappings of processes. Listed in trace_tables in tables.c. Pure: cells are read
 * from the trace. */

enum
{
  SMAPS_ID,
  SMAPS_UPID,
  SMAPS_TS,
  SMAPS_PATH,
  SMAPS_SIZE,
  SMAPS_PRIVATE_DIRTY,
  SMAPS_SWAP,
  SMAPS_FILE_NAME,
  SMAPS_START,
  SMAPS_PROTECTION,
  SMAPS_PRIVATE_CLEAN,
  SMAPS_SHARED_DIRTY,
  SMAPS_SHARED_CLEAN,
  SMAPS_LOCKED,
  SMAPS_PROPORTIONAL,
  N_SMAPS_COLUMNS,
};

static const TvColumn columns[N_SMAPS_COLUMNS] = {
  [SMAPS_ID] = {
    "id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("ID"),
    N_("ID of the region in this trace"),
  },
  [SMAPS_UPID] = {
    "upid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process"),
    N_("Unique ID of the process"),
  },
  [SMAPS_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the snapshot, on the trace’s clock"),
  },
  [SMAPS_PATH] = {
    "path", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Path"),
    N_("Mapped file or purpose of the region"),
  },
  [SMAPS_SIZE] = {
    "size_kb", TV_COLUMN_INTEGER, TV_UNIT_KIB, N_("Size"),
    N_("Size of the region"),
  },
  [SMAPS_PRIVATE_DIRTY] = {
    "private_dirty_kb", TV_COLUMN_INTEGER, TV_UNIT_KIB, N_("Private dirty"),
    N_("Size of private pages that were modified"),
  },
  [SMAPS_SWAP] = {
    "swap_kb", TV_COLUMN_INTEGER, TV_UNIT_KIB, N_("Swap"),
    N_("Size of swapped-out pages"),
  },
  [SMAPS_FILE_NAME] = {
    "file_name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("File"),
    N_("Name of the mapped file"),
  },
  [SMAPS_START] = {
    "start_address", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Start"),
    N_("First address of the region"),
  },
  [SMAPS_PROTECTION] = {
    "protection_flags", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Protection"),
    N_("Access permissions as a bit mask"),
  },
  [SMAPS_PRIVATE_CLEAN] = {
    "private_clean_resident_kb", TV_COLUMN_INTEGER, TV_UNIT_KIB, N_("Private clean"),
    N_("Size of private pages that were not modified"),
  },
  [SMAPS_SHARED_DIRTY] = {
    "shared_dirty_resident_kb", TV_COLUMN_INTEGER, TV_UNIT_KIB, N_("Shared dirty"),
    N_("Size of shared pages that were modified"),
  },
  [SMAPS_SHARED_CLEAN] = {
    "shared_clean_resident_kb", TV_COLUMN_INTEGER, TV_UNIT_KIB, N_("Shared clean"),
    N_("Size of shared pages that were not modified"),
  },
  [SMAPS_LOCKED] = {
    "locked_kb", TV_COLUMN_INTEGER, TV_UNIT_KIB, N_("Locked"),
    N_("Locked memory"),
  },
  [SMAPS_PROPORTIONAL] = {
    "proportional_resident_kb", TV_COLUMN_INTEGER, TV_UNIT_KIB, N_("PSS"),
    N_("Resident memory, counting each shared page in proportion to the number of processes that "
       "share it"),
  },
};

static guint32
get_n_rows (TvTrace *trace)
{
  guint32 n;

  tv_trace_get_smaps (trace, &n);
  return n;
}

static void
get_cell (TvTrace *trace, guint32 row, guint column, TvCell *cell)
{
  static const TvSmapsSize sizes[N_SMAPS_COLUMNS] = {
    [SMAPS_SIZE] = TV_SMAPS_SIZE,
    [SMAPS_PRIVATE_DIRTY] = TV_SMAPS_PRIVATE_DIRTY,
    [SMAPS_SWAP] = TV_SMAPS_SWAP,
    [SMAPS_PRIVATE_CLEAN] = TV_SMAPS_PRIVATE_CLEAN,
    [SMAPS_SHARED_DIRTY] = TV_SMAPS_SHARED_DIRTY,
    [SMAPS_SHARED_CLEAN] = TV_SMAPS_SHARED_CLEAN,
    [SMAPS_LOCKED] = TV_SMAPS_LOCKED,
    [SMAPS_PROPORTIONAL] = TV_SMAPS_PROPORTIONAL,
  };
  const TvSmapsEntry *entry = &tv_trace_get_smaps (trace, NULL)[row];

  switch (column)
    {
    case SMAPS_ID:
      tv_cell_set_id (cell, row);
      break;
    case SMAPS_UPID:
      tv_cell_set_id (cell, entry->upid);
      break;
    case SMAPS_TS:
      if (entry->ts != TV_NO_TIME)
        tv_cell_set_integer (cell, entry->ts);
      break;
    case SMAPS_PATH:
      tv_cell_set_trace_text (cell, trace, entry->path);
      break;
    case SMAPS_FILE_NAME:
      tv_cell_set_trace_text (cell, trace, entry->file_name);
      break;
    case SMAPS_START:
      tv_cell_set_integer (cell, (gint64) entry->start);
      break;
    case SMAPS_PROTECTION:
      tv_cell_set_integer (cell, entry->protection);
      break;
    default:
      tv_cell_set_integer (cell, entry->kb[sizes[column]]);
    }
}

const TvTraceTableKind tv_profiler_smaps_table = {
  .info = { "profiler_smaps", N_("A memory region of a process"), columns, N_SMAPS_COLUMNS, FALSE },
  .get_n_rows = get_n_rows,
  .get_cell = get_cell,
};
