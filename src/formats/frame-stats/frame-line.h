/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/types.h"
#include "formats/input/span.h"

G_BEGIN_DECLS

/* Known columns. A table may contain them in any order, and may lack some. */
typedef enum
{
  TV_FRAME_FLAGS,
  TV_FRAME_INTENDED_VSYNC,
  TV_FRAME_HANDLE_INPUT_START,
  TV_FRAME_ANIMATION_START,
  TV_FRAME_PERFORM_TRAVERSALS_START,
  TV_FRAME_DRAW_START,
  TV_FRAME_DEADLINE,
  TV_FRAME_INTERVAL,
  TV_FRAME_SYNC_QUEUED,
  TV_FRAME_SYNC_START,
  TV_FRAME_ISSUE_DRAW_COMMANDS_START,
  TV_FRAME_SWAP_BUFFERS,
  TV_FRAME_COMPLETED,
  TV_N_FRAME_COLUMNS,
} TvFrameColumn;

/* Maximum number of columns that are parsed. */
#define TV_FRAME_MAX_CELLS 64

/**
 * TvFrameColumns:
 * @n: number of columns
 * @column: (array length=n): #TvFrameColumn of each column; %TV_N_FRAME_COLUMNS if unknown
 *
 * Columns of a frame table.
 */
typedef struct
{
  guint n;
  guint8 column[TV_FRAME_MAX_CELLS];
} TvFrameColumns;

/**
 * TvDrawnFrame:
 * @flags: exceptional conditions; 0 if there are none
 * @counts: whether the frame counts in statistics, because it has no flags
 * @is_janky: whether the frame counts and is late
 * @late_ns: delay in ns, negative for an early frame; %TV_NO_TIME if unknown
 * @start_ns: intended start in ns
 * @end_ns: completion in ns, or %TV_NO_TIME
 * @values: values indexed by #TvFrameColumn; 0 if missing
 *
 * A frame. All times are on CLOCK_MONOTONIC.
 */
typedef struct
{
  gint64 flags;
  gboolean counts;
  gboolean is_janky;
  gint64 late_ns;
  gint64 start_ns;
  gint64 end_ns;
  gint64 values[TV_N_FRAME_COLUMNS];
} TvDrawnFrame;

/* Names of slices. */
typedef enum
{
  TV_FRAME_SYMBOL_FRAME,
  TV_FRAME_SYMBOL_JANKY_FRAME,
  TV_FRAME_SYMBOL_INPUT,
  TV_FRAME_SYMBOL_ANIMATION,
  TV_FRAME_SYMBOL_LAYOUT,
  TV_FRAME_SYMBOL_DRAW,
  TV_FRAME_SYMBOL_WAIT,
  TV_FRAME_SYMBOL_SYNC,
  TV_FRAME_SYMBOL_COMMANDS,
  TV_FRAME_SYMBOL_SWAP,
  TV_N_FRAME_SYMBOLS,
} TvFrameSymbol;

/* Names of the arguments of frames. */
typedef enum
{
  TV_FRAME_KEY_FLAGS,
  TV_FRAME_KEY_WINDOW,
  TV_FRAME_KEY_COUNTS,
  TV_FRAME_KEY_IS_JANKY,
  TV_FRAME_KEY_LATE,
  TV_N_FRAME_KEYS,
} TvFrameKey;

/**
 * TvFrameStage:
 * @from: column with the start
 * @to: column with the end
 * @symbol: name of the stage
 * @is_render_thread: whether the stage runs on the render thread; otherwise it runs on the main thread
 *
 * A stage of a frame.
 */
typedef struct
{
  TvFrameColumn from;
  TvFrameColumn to;
  TvFrameSymbol symbol;
  gboolean is_render_thread;
} TvFrameStage;

#define TV_N_FRAME_STAGES 8
extern const TvFrameStage tv_frame_stages[TV_N_FRAME_STAGES];

const char *tv_frame_symbol_name   (TvFrameSymbol         symbol);
const char *tv_frame_key_name      (TvFrameKey            key);
void        tv_frame_columns_parse (TvFrameColumns       *self,
                                    TvSpan                line);
const char *tv_frame_columns_find_missing (const TvFrameColumns *self);
gboolean    tv_frame_parse         (const TvFrameColumns *columns,
                                    TvSpan                line,
                                    TvDrawnFrame              *frame);
gboolean    tv_frame_get_stage     (const TvDrawnFrame        *self,
                                    const TvFrameStage   *stage,
                                    gint64               *start_ns,
                                    gint64               *end_ns);

G_END_DECLS
