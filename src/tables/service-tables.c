/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/log/cpu-report.h"
#include "analysis/log/memory-matrix.h"
#include "analysis/log/memory-report.h"
#include "core/memory/string-pool.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of the service sections of a bug report. Listed in range_tables in tables.c. Computed by
 * analysis/log/memory-report.c, memory-matrix.c and cpu-report.c. */

static void
set_part (TvCell *cell, TvTextPart part)
{
  if (part.size > 0)
    tv_cell_take_text (cell, tv_string_pool_dup_valid (part.text, part.size));
}

static char *
dup_part (TvTextPart part)
{
  return tv_string_pool_dup_valid (part.size > 0 ? part.text : "", part.size);
}

static char *
dup_heading (const TvMemoryReportRow *number)
{
  g_autofree char *first = dup_part (number->column[0]);
  g_autofree char *second = dup_part (number->column[1]);

  return g_strconcat (first, *first != '\0' && *second != '\0' ? " " : "", second, NULL);
}

/* ---- memory_report ---- */

enum
{
  MEMORY_LINE,
  MEMORY_PID,
  MEMORY_PROCESS,
  MEMORY_PART,
  MEMORY_NAME,
  MEMORY_COUNTED,
  MEMORY_VALUE,
  MEMORY_UNIT,
  N_MEMORY_COLUMNS,
};

static const TvColumn memory_columns[N_MEMORY_COLUMNS] = {
  [MEMORY_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("ID of the line that contains the value, in the table “text_line”"),
  },
  [MEMORY_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID; empty if the value applies to the whole device"),
  },
  [MEMORY_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name of the process"),
  },
  [MEMORY_PART] = {
    "part", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Part"),
    N_("Section of the report, such as App Summary or Total PSS by process"),
  },
  [MEMORY_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("What the value measures, such as Native Heap"),
  },
  [MEMORY_COUNTED] = {
    "counted", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Counted"),
    N_("Heading of the value’s column in the report, such as Pss Total"),
  },
  [MEMORY_VALUE] = {
    "value", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Value"),
    N_("Value in the report"),
  },
  [MEMORY_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the value: kB; empty for a count"),
  },
};

static void
memory_get_cell (TvTrace *trace, gconstpointer element, guint column, TvCell *cell)
{
  const TvMemoryReportRow *row = element;

  switch (column)
    {
    case MEMORY_LINE:
      tv_cell_set_id (cell, row->line);
      break;
    case MEMORY_PID:
      tv_cell_set_id (cell, row->pid);
      break;
    case MEMORY_PROCESS:
      set_part (cell, row->process);
      break;
    case MEMORY_PART:
      set_part (cell, row->part);
      break;
    case MEMORY_NAME:
      set_part (cell, row->name);
      break;
    case MEMORY_COUNTED:
      {
        g_autofree char *heading = dup_heading (row);

        if (*heading != '\0')
          tv_cell_take_text (cell, g_steal_pointer (&heading));
        break;
      }
    case MEMORY_VALUE:
      tv_cell_set_integer (cell, row->value);
      break;
    case MEMORY_UNIT:
      tv_cell_set_text (cell, row->is_kb ? "kB" : NULL);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_memory_report_table = {
  .info = { "memory_report", N_("A number in the output of dumpsys meminfo"), memory_columns,
            N_MEMORY_COLUMNS, FALSE },
  .compute = tv_memory_report_new,
  .get_cell = memory_get_cell,
  .ties = { { "line", FALSE }, { "counted", FALSE } },
};

/* ---- memory_report_row ---- */

enum
{
  ROW_LINE,
  ROW_PID,
  ROW_PROCESS,
  ROW_PART,
  ROW_NAME,
  ROW_FIRST_VALUE,
  ROW_AMOUNT = ROW_FIRST_VALUE + TV_N_MEMORY_VALUES,
  ROW_UNIT,
  ROW_OTHER,
  N_ROW_COLUMNS,
};

#define MEMORY_VALUE_COLUMN(value, name, title, description)                                       \
  [ROW_FIRST_VALUE + value] = { name, TV_COLUMN_INTEGER, TV_UNIT_KIB, title, description }

static const TvColumn row_columns[N_ROW_COLUMNS] = {
  [ROW_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("ID of the line that contains the row, in the table “text_line”"),
  },
  [ROW_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID; empty if the row applies to the whole device"),
  },
  [ROW_PROCESS] = {
    "process", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Process"),
    N_("Name of the process"),
  },
  [ROW_PART] = {
    "part", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Part"),
    N_("Section of the report, such as App Summary, Objects or Total PSS by process; empty for the "
       "main table"),
  },
  [ROW_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the row, such as Native Heap"),
  },
  MEMORY_VALUE_COLUMN (TV_MEMORY_PSS_TOTAL, "pss_total", N_("Pss Total"),
                       N_("Proportional set size: private pages plus the process’s share of shared "
                          "pages, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_PSS_CLEAN, "pss_clean", N_("Pss Clean"),
                       N_("Clean pages in the proportional set size, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_SHARED_DIRTY, "shared_dirty", N_("Shared Dirty"),
                       N_("Dirty pages shared with other processes, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_PRIVATE_DIRTY, "private_dirty", N_("Private Dirty"),
                       N_("Dirty pages of this process only, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_SHARED_CLEAN, "shared_clean", N_("Shared Clean"),
                       N_("Clean pages shared with other processes, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_PRIVATE_CLEAN, "private_clean", N_("Private Clean"),
                       N_("Clean pages of this process only, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_SWAP_DIRTY, "swap_dirty", N_("Swap Dirty"),
                       N_("Dirty pages in swap, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_SWAP_PSS, "swap_pss", N_("SwapPss Dirty"),
                       N_("Dirty pages in swap plus the process’s share of shared pages in swap, "
                          "in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_RSS_TOTAL, "rss_total", N_("Rss Total"),
                       N_("Resident set size: all pages in memory, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_HEAP_SIZE, "heap_size", N_("Heap Size"),
                       N_("Size of the heap, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_HEAP_ALLOC, "heap_alloc", N_("Heap Alloc"),
                       N_("Allocated part of the heap, in kB")),
  MEMORY_VALUE_COLUMN (TV_MEMORY_HEAP_FREE, "heap_free", N_("Heap Free"),
                       N_("Free part of the heap, in kB")),
  [ROW_AMOUNT] = {
    "amount", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Amount"),
    N_("Value without a column heading, such as the number of views"),
  },
  [ROW_UNIT] = {
    "unit", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Unit"),
    N_("Unit of the amount: kB; empty for a count"),
  },
  [ROW_OTHER] = {
    "other", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Other"),
    N_("Values under other column headings of the report, in kB"),
  },
};

static void
set_others (TvCell *cell, const TvMemoryMatrixRow *row)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < row->n_others; i++)
    {
      g_autofree char *heading = dup_heading (&row->others[i]);

      g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT, i > 0 ? ", " : "", heading,
                              row->others[i].value);
    }
  if (text->len > 0)
    tv_cell_take_text (cell, g_strdup (text->str));
}

static void
row_get_cell (TvTrace *trace, gconstpointer element, guint column, TvCell *cell)
{
  const TvMemoryMatrixRow *row = element;

  switch (column)
    {
    case ROW_LINE:
      tv_cell_set_id (cell, row->first.line);
      break;
    case ROW_PID:
      tv_cell_set_id (cell, row->first.pid);
      break;
    case ROW_PROCESS:
      set_part (cell, row->first.process);
      break;
    case ROW_PART:
      set_part (cell, row->first.part);
      break;
    case ROW_NAME:
      set_part (cell, row->first.name);
      break;
    case ROW_AMOUNT:
      if (row->amount >= 0)
        tv_cell_set_integer (cell, row->amount);
      break;
    case ROW_UNIT:
      if (row->amount >= 0)
        tv_cell_set_text (cell, row->first.is_kb ? "kB" : NULL);
      break;
    case ROW_OTHER:
      set_others (cell, row);
      break;
    default:
      g_assert (column - ROW_FIRST_VALUE < TV_N_MEMORY_VALUES);
      if (row->values[column - ROW_FIRST_VALUE] >= 0)
        tv_cell_set_integer (cell, row->values[column - ROW_FIRST_VALUE]);
      break;
    }
}

const TvRangeTableKind tv_memory_report_row_table = {
  .info = { "memory_report_row", N_("A row in the output of dumpsys meminfo, with its columns"),
            row_columns, N_ROW_COLUMNS, FALSE },
  .compute = tv_memory_matrix_new,
  .get_cell = row_get_cell,
  .ties = { { "line", FALSE }, { "name", FALSE } },
};

/* ---- cpu_report ---- */

enum
{
  CPU_LINE,
  CPU_TIME,
  CPU_PID,
  CPU_TID,
  CPU_NAME,
  CPU_CHANGE,
  CPU_PERCENT,
  CPU_FIRST_SHARE,
  CPU_MINOR = CPU_FIRST_SHARE + TV_N_CPU_SHARES,
  CPU_MAJOR,
  N_CPU_COLUMNS,
};

static const TvColumn cpu_columns[N_CPU_COLUMNS] = {
  [CPU_LINE] = {
    "line", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("ID of the line that contains the value, in the table “text_line”"),
  },
  [CPU_TIME] = {
    "time", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Time"),
    N_("Period that the report covers"),
  },
  [CPU_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("PID"),
    N_("Process ID; empty in the total row"),
  },
  [CPU_TID] = {
    "tid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("TID"),
    N_("Thread ID; empty for a process"),
  },
  [CPU_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the process or thread; TOTAL for the total row"),
  },
  [CPU_CHANGE] = {
    "change", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Change"),
    N_("+ if the process or thread started during the period, - if it ended"),
  },
  [CPU_PERCENT] = {
    "percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("CPU %"),
    N_("Share of the time of one CPU; in the total row, of all CPUs"),
  },
  [CPU_FIRST_SHARE + TV_CPU_SHARE_USER] = {
    "user_percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("User %"),
    N_("Share of the time in user mode"),
  },
  [CPU_FIRST_SHARE + TV_CPU_SHARE_KERNEL] = {
    "kernel_percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Kernel %"),
    N_("Share of the time in kernel mode"),
  },
  [CPU_FIRST_SHARE + TV_CPU_SHARE_IOWAIT] = {
    "iowait_percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("I/O Wait %"),
    N_("Share of the time waiting for I/O"),
  },
  [CPU_FIRST_SHARE + TV_CPU_SHARE_IRQ] = {
    "irq_percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("IRQ %"),
    N_("Share of the time handling interrupts"),
  },
  [CPU_FIRST_SHARE + TV_CPU_SHARE_SOFTIRQ] = {
    "softirq_percent", TV_COLUMN_REAL, TV_UNIT_PERCENT, N_("Soft IRQ %"),
    N_("Share of the time handling soft interrupts"),
  },
  [CPU_MINOR] = {
    "minor_faults", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Minor Faults"),
    N_("Number of page faults that did not read from disk"),
  },
  [CPU_MAJOR] = {
    "major_faults", TV_COLUMN_INTEGER, TV_UNIT_COUNT, N_("Major Faults"),
    N_("Number of page faults that read from disk"),
  },
};

static void
cpu_get_cell (TvTrace *trace, gconstpointer element, guint column, TvCell *cell)
{
  const TvCpuReportRow *row = element;
  char change[2] = { row->change, '\0' };

  switch (column)
    {
    case CPU_LINE:
      tv_cell_set_id (cell, row->line);
      break;
    case CPU_TIME:
      set_part (cell, row->heading);
      break;
    case CPU_PID:
      tv_cell_set_id (cell, row->pid != TV_NONE ? row->pid : row->id);
      break;
    case CPU_TID:
      tv_cell_set_id (cell, row->pid != TV_NONE ? row->id : TV_NONE);
      break;
    case CPU_NAME:
      set_part (cell, row->name);
      break;
    case CPU_CHANGE:
      if (row->change != 0)
        tv_cell_take_text (cell, g_strdup (change));
      break;
    case CPU_PERCENT:
      tv_cell_set_real (cell, row->percent);
      break;
    case CPU_MINOR:
      if (row->n_minor >= 0)
        tv_cell_set_integer (cell, row->n_minor);
      break;
    case CPU_MAJOR:
      if (row->n_major >= 0)
        tv_cell_set_integer (cell, row->n_major);
      break;
    default:
      g_assert (column - CPU_FIRST_SHARE < TV_N_CPU_SHARES);
      if (row->shares[column - CPU_FIRST_SHARE] >= 0.0)
        tv_cell_set_real (cell, row->shares[column - CPU_FIRST_SHARE]);
    }
}

const TvRangeTableKind tv_cpu_report_table = {
  .info = { "cpu_report", N_("CPU use of a process or thread in the output of dumpsys cpuinfo"),
            cpu_columns, N_CPU_COLUMNS, FALSE },
  .compute = tv_cpu_report_new,
  .get_cell = cpu_get_cell,
  .ties = { { "line", FALSE } },
};
