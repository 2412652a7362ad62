/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/symbols/text-match.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvTimedRows:
 * @get_n: returns the number of rows
 * @get_time: returns the time of a row in ns; rows without a time come first and have %TV_NO_TIME
 * @get_id: returns the id in a column, or %TV_NONE
 * @get_text: returns the text of a row, which can contain any bytes; @len receives its size; @buffer is a scratch
 *   buffer
 * @name_column: column of the string that precedes the text, as in "name: text"
 * @n_columns: number of columns; at most 32
 *
 * A table of a trace, sorted by time, whose rows have ids and text, such as events or log lines.
 */
typedef struct
{
  guint32 (*get_n) (TvTrace *trace);
  gint64 (*get_time) (TvTrace *trace, guint32 row);
  guint32 (*get_id) (TvTrace *trace, guint32 row, guint column);
  const char *(*get_text) (TvTrace *trace, guint32 row, GString *buffer, gsize *len);
  guint name_column;
  guint n_columns;
} TvTimedRows;

/* Columns of tv_event_rows */
typedef enum
{
  TV_EVENT_ROW_CPU,
  TV_EVENT_ROW_THREAD,
  TV_EVENT_ROW_NAME, /* string id */
  TV_N_EVENT_ROW_COLUMNS,
} TvEventRowColumn;

/* Columns of tv_log_rows */
typedef enum
{
  TV_LOG_ROW_LEVEL, /* TvLogLevel */
  TV_LOG_ROW_PID,
  TV_LOG_ROW_TAG, /* string id */
  TV_N_LOG_ROW_COLUMNS,
} TvLogRowColumn;

extern const TvTimedRows tv_event_rows;
extern const TvTimedRows tv_log_rows;

/**
 * TvRowTest:
 * @TV_ROW_IS: the id equals @id; if several such conditions have the same column, one of them suffices
 * @TV_ROW_IS_NOT: the id differs from @id
 * @TV_ROW_AT_MIN: the id is at least @id
 * @TV_ROW_HAS: the pattern matches the name, the text or "name: text"
 * @TV_ROW_HAS_NOT: the pattern matches neither the name, the text nor "name: text"
 *
 * Test of a condition.
 */
typedef enum
{
  TV_ROW_IS,
  TV_ROW_IS_NOT,
  TV_ROW_AT_MIN,
  TV_ROW_HAS,
  TV_ROW_HAS_NOT,
} TvRowTest;

/**
 * TvRowCondition:
 * @test: kind of test
 * @column: column to test, except for %TV_ROW_HAS and %TV_ROW_HAS_NOT
 * @id: id or minimum
 * @text: (nullable): pattern of %TV_ROW_HAS and %TV_ROW_HAS_NOT
 *
 * A condition that rows of a table must meet.
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
 * @id: id in the counted column
 * @count: number of rows with this id
 *
 * Number of rows with an id.
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
                                  GString               *buffer);

const char *tv_log_find_process  (TvTrace               *trace,
                                  guint32                line);

G_END_DECLS
