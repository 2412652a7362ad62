/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/symbols/text-match.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvTimedRows:
 * @get_n: how many there are
 * @get_time: when one was, in ns; those without a time, %TV_NO_TIME, come first
 * @get_id: what a row has in a column, or %TV_NONE
 * @get_text: (out len): what it says; any bytes
 * @name_column: the column with the string that stands before the text, as "name: text"
 * @n_columns: at most 32
 *
 * Rows of a trace that are in the order of time and have ids and a text, such as events and log lines.
 */
typedef struct
{
  guint32 (*get_n) (TvTrace *trace);
  gint64 (*get_time) (TvTrace *trace, guint32 row);
  guint32 (*get_id) (TvTrace *trace, guint32 row, guint column);
  const char *(*get_text) (TvTrace *trace, guint32 row, gsize *len);
  guint name_column;
  guint n_columns;
} TvTimedRows;

/* Columns of tv_event_rows. */
typedef enum
{
  TV_EVENT_ROW_CPU,
  TV_EVENT_ROW_THREAD,
  TV_EVENT_ROW_NAME, /* string */
  TV_N_EVENT_ROW_COLUMNS,
} TvEventRowColumn;

/* Columns of tv_log_rows. */
typedef enum
{
  TV_LOG_ROW_LEVEL, /* TvLogLevel */
  TV_LOG_ROW_PID,
  TV_LOG_ROW_TAG, /* string */
  TV_N_LOG_ROW_COLUMNS,
} TvLogRowColumn;

extern const TvTimedRows tv_event_rows;
extern const TvTimedRows tv_log_rows;

/**
 * TvRowTest:
 * @TV_ROW_IS: only rows with the id, or with one of the ids of several such conditions of a column
 * @TV_ROW_IS_NOT: none with it
 * @TV_ROW_AT_LEAST: only rows with that or a higher one
 * @TV_ROW_HAS: only rows that have a text: in what they are called, in what they say, or in both together
 * @TV_ROW_HAS_NOT: none that have it
 */
typedef enum
{
  TV_ROW_IS,
  TV_ROW_IS_NOT,
  TV_ROW_AT_LEAST,
  TV_ROW_HAS,
  TV_ROW_HAS_NOT,
} TvRowTest;

/**
 * TvRowCondition:
 * @test: what rows are asked
 * @column: of the id
 * @id: that
 * @text: (nullable): of the tests of a text
 */
typedef struct
{
  TvRowTest test;
  guint column;
  guint32 id;
  const TvTextMatch *text;
} TvRowCondition;

/**
 * TvIdCount:
 * @id: such as a CPU, a thread, or a string
 * @count: how many rows have it
 */
typedef struct
{
  guint32 id;
  guint32 count;
} TvIdCount;

GArray  *tv_timed_rows_filter    (TvTrace               *trace,
                                  const TvTimedRows     *rows,
                                  gint64                 start_ns,
                                  gint64                 end_ns,
                                  const TvRowCondition  *conditions,
                                  guint                  n_conditions,
                                  GCancellable          *cancellable);
GArray  *tv_timed_rows_count     (TvTrace               *trace,
                                  const TvTimedRows     *rows,
                                  guint                  column,
                                  gboolean               by_count);
guint32  tv_timed_rows_find_from (TvTrace               *trace,
                                  const TvTimedRows     *rows,
                                  gint64                 ts_ns);
gboolean tv_timed_rows_has_text  (TvTrace               *trace,
                                  const TvTimedRows     *rows,
                                  guint32                row,
                                  const TvTextMatch     *match,
                                  GString               *room);

const char *tv_log_find_process  (TvTrace               *trace,
                                  guint32                line);

G_END_DECLS
