/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "formats/frame-stats/frame-line.h"

#include "formats/input/scan.h"

/* Parses the rows of frame tables. Times of at least MAX_NS and durations of at least LONGEST_NS are invalid. Called
 * by frame-stats.c for each row of a table. Pure; the tables are constant. */

#define MAX_NS      (G_MAXINT64 / 4)
#define LONGEST_NS  (G_GINT64_CONSTANT (3600) * 1000000000)
#define NS_AT_60_HZ 16666666
#define IS_TIME(ns) ((ns) > 0 && (ns) < MAX_NS)
#define MAX_NUMBER  (G_MAXINT64 / 10 - 1)

/* Names of the columns, in the order of TvFrameColumn. */
static const char *const column_names[TV_N_FRAME_COLUMNS] = {
  "Flags",          "IntendedVsync",          "HandleInputStart",
  "AnimationStart", "PerformTraversalsStart", "DrawStart",
  "FrameDeadline",  "FrameInterval",          "SyncQueued",
  "SyncStart",      "IssueDrawCommandsStart", "SwapBuffers",
  "FrameCompleted",
};

const TvFrameStage tv_frame_stages[TV_N_FRAME_STAGES] = {
  { TV_FRAME_HANDLE_INPUT_START, TV_FRAME_ANIMATION_START, TV_FRAME_SYMBOL_INPUT, FALSE },
  { TV_FRAME_ANIMATION_START, TV_FRAME_PERFORM_TRAVERSALS_START, TV_FRAME_SYMBOL_ANIMATION, FALSE },
  { TV_FRAME_PERFORM_TRAVERSALS_START, TV_FRAME_DRAW_START, TV_FRAME_SYMBOL_LAYOUT, FALSE },
  { TV_FRAME_DRAW_START, TV_FRAME_SYNC_QUEUED, TV_FRAME_SYMBOL_DRAW, FALSE },
  { TV_FRAME_SYNC_QUEUED, TV_FRAME_SYNC_START, TV_FRAME_SYMBOL_WAIT, FALSE },
  { TV_FRAME_SYNC_START, TV_FRAME_ISSUE_DRAW_COMMANDS_START, TV_FRAME_SYMBOL_SYNC, TRUE },
  { TV_FRAME_ISSUE_DRAW_COMMANDS_START, TV_FRAME_SWAP_BUFFERS, TV_FRAME_SYMBOL_COMMANDS, TRUE },
  { TV_FRAME_SWAP_BUFFERS, TV_FRAME_COMPLETED, TV_FRAME_SYMBOL_SWAP, TRUE },
};

const char *
tv_frame_symbol_name (TvFrameSymbol symbol)
{
  static const char *const names[TV_N_FRAME_SYMBOLS] = {
    "Frame", "Janky frame",           "Input", "Animation",     "Layout",
    "Draw",  "Wait for RenderThread", "Sync",  "Draw commands", "Swap buffers",
  };

  return names[symbol];
}

const char *
tv_frame_key_name (TvFrameKey key)
{
  static const char *const names[TV_N_FRAME_KEYS] = { "frame.flags", "frame.window", "frame.counts",
                                                      "frame.is_janky", "frame.late_ns" };

  return names[key];
}

/* Takes the next cell of a row. A comma follows each cell. */
static gboolean
take_cell (TvSpan *line, TvSpan *cell)
{
  if (line->size == 0)
    return FALSE;
  *cell = tv_scan_until (line, ',');
  return TRUE;
}

/**
 * tv_frame_columns_parse:
 * @self: (out): columns of the table
 * @line: header line of the table
 *
 * Parses the column names.
 */
void
tv_frame_columns_parse (TvFrameColumns *self, TvSpan line)
{
  TvSpan cell;

  self->n = 0;
  while (self->n < TV_FRAME_MAX_CELLS && take_cell (&line, &cell))
    {
      guint column = 0;

      while (column < TV_N_FRAME_COLUMNS && !tv_span_is (cell, column_names[column]))
        column++;
      self->column[self->n++] = (guint8) column;
    }
}

/**
 * tv_frame_columns_find_missing:
 *
 * Returns: (nullable): name of a missing column that is required for the times of frames; %NULL if none is missing
 */
const char *
tv_frame_columns_find_missing (const TvFrameColumns *self)
{
  static const TvFrameColumn needed[] = { TV_FRAME_INTENDED_VSYNC, TV_FRAME_COMPLETED };

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if (memchr (self->column, (int) needed[i], self->n) == NULL)
      return column_names[needed[i]];
  return NULL;
}

static gboolean
parse_number (TvSpan cell, gint64 *value)
{
  gboolean is_negative = cell.size > 0 && *cell.text == '-';
  gint64 n = 0;

  if (cell.size == (gsize) is_negative)
    return FALSE;
  for (gsize i = is_negative; i < cell.size; i++)
    {
      if (!g_ascii_isdigit (cell.text[i]))
        return FALSE;
      n = n > MAX_NUMBER ? G_MAXINT64 : n * 10 + (cell.text[i] - '0');
    }
  *value = is_negative ? -n : n;
  return TRUE;
}

/* Sets the delay of a frame, relative to its deadline. If it has no deadline, the delay is its duration minus the
 * frame interval; the wait for the previous frame does not count as part of the duration. */
static void
judge (TvDrawnFrame *frame)
{
  const gint64 *values = frame->values;
  gint64 interval = values[TV_FRAME_INTERVAL];

  frame->late_ns = TV_NO_TIME;
  if (frame->end_ns == TV_NO_TIME)
    return;
  if (IS_TIME (values[TV_FRAME_DEADLINE]))
    frame->late_ns = frame->end_ns - values[TV_FRAME_DEADLINE];
  else
    {
      gint64 total = frame->end_ns - frame->start_ns;

      if (IS_TIME (values[TV_FRAME_SYNC_QUEUED]) &&
          values[TV_FRAME_SYNC_START] > values[TV_FRAME_SYNC_QUEUED])
        total -= MIN (total, values[TV_FRAME_SYNC_START] - values[TV_FRAME_SYNC_QUEUED]);
      frame->late_ns = total - (interval > 0 && interval < LONGEST_NS ? interval : NS_AT_60_HZ);
    }
  frame->is_janky = frame->counts && frame->late_ns > 0;
}

/**
 * tv_frame_parse:
 * @columns: columns of the table
 * @line: a row of the table
 * @frame: (out): the frame
 *
 * Returns: whether the line has the form of a row
 */
gboolean
tv_frame_parse (const TvFrameColumns *columns, TvSpan line, TvDrawnFrame *frame)
{
  TvSpan cell;
  gint64 value, end;
  guint n = 0;

  *frame = (TvDrawnFrame){ .end_ns = TV_NO_TIME };
  for (; n < columns->n && take_cell (&line, &cell); n++)
    {
      if (!parse_number (cell, &value))
        return FALSE;
      if (columns->column[n] < TV_N_FRAME_COLUMNS)
        frame->values[columns->column[n]] = value;
    }
  if (n < columns->n || n == 0)
    return FALSE;
  frame->flags = frame->values[TV_FRAME_FLAGS];
  frame->counts = frame->flags == 0;
  frame->start_ns = frame->values[TV_FRAME_INTENDED_VSYNC];
  end = frame->values[TV_FRAME_COMPLETED];
  if (IS_TIME (frame->start_ns) && IS_TIME (end) && end >= frame->start_ns &&
      end - frame->start_ns < LONGEST_NS)
    frame->end_ns = end;
  judge (frame);
  return TRUE;
}

/**
 * tv_frame_get_stage:
 * @start_ns: (out): start of the stage in ns
 * @end_ns: (out): end of the stage in ns
 *
 * Gets the start and end of a stage of a frame.
 *
 * Returns: %FALSE if one of them is missing or invalid
 */
gboolean
tv_frame_get_stage (const TvDrawnFrame *self,
                    const TvFrameStage *stage,
                    gint64 *start_ns,
                    gint64 *end_ns)
{
  *start_ns = self->values[stage->from];
  *end_ns = self->values[stage->to];
  return IS_TIME (*start_ns) && IS_TIME (*end_ns) && *end_ns >= *start_ns &&
         *end_ns - *start_ns < LONGEST_NS;
}
