/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gi18n.h>

#include "analysis/log/log-events.h"
#include "analysis/log/log-fields.h"
#include "core/memory/string-pool.h"
#include "tables/range-table.h"
#include "tables/trace-table.h"

/* Implements the tables of decoded log lines, and of the fields of event log records. Listed in range_tables in
 * tables.c. Computed by analysis/log/log-events.c and log-fields.c. */

/* ---- log_event ---- */

enum
{
  EVENT_LINE_ID,
  EVENT_TS,
  EVENT_KIND,
  EVENT_PID,
  EVENT_NAME,
  EVENT_DUR,
  EVENT_VALUE,
  EVENT_START_LINE_ID,
  N_EVENT_COLUMNS,
};

static const TvColumn columns[N_EVENT_COLUMNS] = {
  [EVENT_LINE_ID] = {
    "line_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("ID of the line in the table “android_logs”"),
  },
  [EVENT_TS] = {
    "ts", TV_COLUMN_INTEGER, TV_UNIT_TS, N_("Time"),
    N_("Time of the line, on the trace’s clock; for an interval, its end"),
  },
  [EVENT_KIND] = {
    "kind", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Kind"),
    N_("Meaning of the line, such as anr, crash, gc or process_start"),
  },
  [EVENT_PID] = {
    "pid", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Process ID"),
    N_("ID of the process that the line is about; if the line does not name one, of the process "
       "that logged it"),
  },
  [EVENT_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Process, thread, activity or cause that the line is about"),
  },
  [EVENT_DUR] = {
    "dur", TV_COLUMN_INTEGER, TV_UNIT_NS, N_("Duration"),
    N_("Duration stated in the line. For a garbage collection, the whole duration, not only the "
       "pauses. For the end of an interval, such as the life of a process, the time since its "
       "start was logged. For an app that does not respond, the time since it stopped responding"),
  },
  [EVENT_VALUE] = {
    "value", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Number"),
    N_("Number of skipped frames or dropped lines. For boot progress, the time since boot in ms. "
       "For a clock change, the change in seconds; negative if the clock was set back"),
  },
  [EVENT_START_LINE_ID] = {
    "start_line_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Start line"),
    N_("ID of the line that starts the interval; for a repeated start, ID of the line with the "
       "first start"),
  },
};

static void
get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvDecodedLogLine *meaning = row;
  const TvLogLines *lines = tv_trace_get_log_lines (trace);
  gsize len;

  switch (column)
    {
    case EVENT_LINE_ID:
      tv_cell_set_id (cell, meaning->line);
      break;
    case EVENT_TS:
      if (lines->ts[meaning->line] != TV_NO_TIME)
        tv_cell_set_integer (cell, lines->ts[meaning->line]);
      break;
    case EVENT_KIND:
      tv_cell_set_text (cell, tv_log_event_kind_name (meaning->kind));
      break;
    case EVENT_PID:
      tv_cell_set_id (cell, meaning->pid);
      break;
    case EVENT_NAME:
      if (meaning->name_size > 0)
        tv_cell_take_text (
            cell, tv_string_pool_dup_valid (tv_trace_get_log_text (trace, meaning->line, &len) +
                                                meaning->name_start,
                                            meaning->name_size));
      break;
    case EVENT_DUR:
      if (meaning->dur_ns >= 0)
        tv_cell_set_integer (cell, meaning->dur_ns);
      break;
    case EVENT_VALUE:
      if (meaning->value >= 0 || meaning->kind == TV_LOG_EVENT_CLOCK_JUMP)
        tv_cell_set_integer (cell, meaning->value);
      break;
    case EVENT_START_LINE_ID:
      tv_cell_set_id (cell, meaning->start_line);
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_log_event_table = {
  .info = { "log_event", N_("A log line with a known meaning, such as an ANR or a crash"), columns,
            N_EVENT_COLUMNS, TRUE },
  .compute = tv_log_events_new,
  .get_cell = get_cell,
  .ties = { { "line_id", FALSE } },
};

/* ---- log_event_field ---- */

enum
{
  FIELD_LINE_ID,
  FIELD_INDEX,
  FIELD_NAME,
  FIELD_VALUE,
  N_FIELD_COLUMNS,
};

static const TvColumn field_columns[N_FIELD_COLUMNS] = {
  [FIELD_LINE_ID] = {
    "line_id", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Line"),
    N_("ID of the line in the table “android_logs”"),
  },
  [FIELD_INDEX] = {
    "place", TV_COLUMN_INTEGER, TV_UNIT_NONE, N_("Place"),
    N_("Index of the field in the record, from 0"),
  },
  [FIELD_NAME] = {
    "name", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Name"),
    N_("Name of the field in the system’s list of event log tags"),
  },
  [FIELD_VALUE] = {
    "value", TV_COLUMN_TEXT, TV_UNIT_NONE, N_("Value"),
    N_("Value of the field"),
  },
};

static void
field_get_cell (TvTrace *trace, gconstpointer row, guint column, TvCell *cell)
{
  const TvLogField *field = row;
  gsize len;

  switch (column)
    {
    case FIELD_LINE_ID:
      tv_cell_set_id (cell, field->line);
      break;
    case FIELD_INDEX:
      tv_cell_set_integer (cell, field->index);
      break;
    case FIELD_NAME:
      tv_cell_take_text (cell, g_strndup (field->field.name, field->field.name_size));
      break;
    case FIELD_VALUE:
      tv_cell_take_text (cell,
                         tv_string_pool_dup_valid (
                             tv_trace_get_log_text (trace, field->line, &len) + field->field.start,
                             field->field.size));
      break;
    default:
      g_assert_not_reached ();
    }
}

const TvRangeTableKind tv_log_event_field_table = {
  .info = { "log_event_field", N_("A field of a record in the event log"), field_columns,
            N_FIELD_COLUMNS, TRUE },
  .compute = tv_log_fields_new,
  .get_cell = field_get_cell,
  .ties = { { "line_id", FALSE }, { "place", FALSE } },
};
