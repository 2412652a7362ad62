/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "analysis/symbols/text-match.h"
#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvTimedRows:
 * @get_n: returns the number of rows
 * @get_time: returns the time of a row, in ns; rows without one, %TV_NO_TIME, come first
 * @get_id: returns the id in a column, or %TV_NONE
 * @get_text: (out len): returns the text; any bytes
 * @name_column: column with the string before the text, as "name: text"
 * @n_columns: at most 32
 *
 * Rows of a trace in order of time with ids and a text, such as events and log lines.
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
 * @TV_ROW_IS: rows with the id, or with one of the ids of several such conditions for a column
 * @TV_ROW_IS_NOT: rows without the id
 * @TV_ROW_AT_MIN: rows with at least the value
 * @TV_ROW_HAS: rows that match a text in the name, the text, or both concatenated
 * @TV_ROW_HAS_NOT: rows that do not match
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
 * @column: column of the id
 * @id: id or value
 * @text: (nullable): pattern of text tests
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
 * @id: CPU, thread, string or the like
 * @count: number of rows
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
