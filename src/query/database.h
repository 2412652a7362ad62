/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* SQL queries for a trace, in the dialect of Perfetto's trace processor
 *
 *   text ─▶ tokens ─▶ macros ─▶ PERFETTO statements ─▶ SQLite ─▶ virtual tables ─▶ TvTable ─▶ trace
 *                                     └─▶ modules in SQL (modules/)
 *
 * Queries do not modify the trace. Only one thread at a time may use a database. */

typedef struct _TvDatabase TvDatabase;

/**
 * TvDatabaseLimits:
 * @seconds: maximum duration of tv_database_run() in s; 0 for no limit
 * @bytes: maximum size of the memory that SQLite uses in the whole program, in bytes; 0 for no limit
 */
typedef struct
{
  double seconds;
  gint64 bytes;
} TvDatabaseLimits;

typedef enum
{
  TV_QUERY_NULL,
  TV_QUERY_INTEGER,
  TV_QUERY_REAL,
  TV_QUERY_TEXT,
  TV_QUERY_BLOB,
} TvQueryType;

/**
 * TvQueryCell:
 * @text: string or blob of @size bytes; valid during the callback
 */
typedef struct
{
  TvQueryType type;
  gint64 integer;
  double real;
  const char *text;
  gsize size;
} TvQueryCell;

/**
 * TvQueryLink:
 * @TV_QUERY_LINK_NONE: no ids, or ids of rows that are not on the timeline
 * @TV_QUERY_LINK_KERNEL_SLICE: ids of “kernel_slice”; the target is a slice
 *
 * Kind of the objects that ids identify.
 */
typedef enum
{
  TV_QUERY_LINK_NONE,
  TV_QUERY_LINK_SLICE,
  TV_QUERY_LINK_KERNEL_SLICE,
  TV_QUERY_LINK_THREAD,
  TV_QUERY_LINK_PROCESS,
  TV_QUERY_LINK_TRACK,
} TvQueryLink;

/**
 * TvQueryTarget:
 * @kind: kind of the object; %TV_QUERY_LINK_NONE for an unknown id
 * @row: row of a slice, thread, process or track in the trace
 * @is_counter: whether @row is a counter's row instead of a track's
 */
typedef struct
{
  TvQueryLink kind;
  guint32 row;
  gboolean is_counter;
} TvQueryTarget;

/**
 * TvQuerySink:
 * @begin: called before the rows of a result, with its columns
 * @row: receives the next row of the result
 *
 * Callbacks that receive the results of a query. Both can stop the query by returning %FALSE with an error.
 */
typedef struct
{
  gboolean (*begin) (gpointer data, guint n_columns, const char *const *names, GError **error);
  gboolean (*row) (gpointer data, guint n_columns, const TvQueryCell *cells, GError **error);
} TvQuerySink;

TvDatabase *tv_database_new (TvTrace *trace,
                             const TvDatabaseLimits *limits,
                             GCancellable *cancellable,
                             GError **error);
void tv_database_free (TvDatabase *self);
gboolean tv_database_run (TvDatabase *self,
                          const char *text,
                          const TvQuerySink *sink,
                          gpointer data,
                          GError **error);
void tv_database_set_cancellable (TvDatabase *self, GCancellable *cancellable);
gboolean tv_database_get_error_offset (TvDatabase *self, guint32 *offset);
TvQueryLink tv_database_find_link (TvDatabase *self, guint column);
TvQueryTarget tv_database_find_target (TvDatabase *self, TvQueryLink link, gint64 id);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvDatabase, tv_database_free)

G_END_DECLS
