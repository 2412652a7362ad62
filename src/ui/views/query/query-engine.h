/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/completion.h"
#include "query/query-result.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

/* The database of a page. Only one worker uses it at a time: the worker holds a lock while its query runs. A
 * cancelled query soon releases the lock. Tables and functions that a query creates exist until the page is closed. */

typedef struct _TvQueryEngine TvQueryEngine;

TvQueryEngine  *tv_query_engine_new    (TvTrace       *trace);
void            tv_query_engine_unref  (TvQueryEngine *self);

/**
 * TvQueryOutcome:
 * @result: (nullable): rows of the last statement that returned rows
 * @error: (nullable): message of the statement that failed
 * @has_error_offset: whether @error_offset is set
 * @error_offset: offset of the error in the text of the query, in bytes
 * @took_ns: duration of the query
 *
 * Result of a query.
 */
typedef struct
{
  TvQueryResult *result;
  char *error;
  gboolean has_error_offset;
  guint32 error_offset;
  gint64 took_ns;
} TvQueryOutcome;

void            tv_query_outcome_free   (TvQueryOutcome *self);

void            tv_query_engine_run    (TvQueryEngine  *self,
                                        const char     *text,
                                        TvWorkDoneFunc  done,
                                        gpointer        owner,
                                        GCancellable  **slot);
void            tv_query_engine_find_target (TvQueryEngine  *self,
                                        TvQueryLink     link,
                                        gint64          id,
                                        TvWorkDoneFunc  done,
                                        gpointer        owner,
                                        GCancellable  **slot);
void            tv_query_engine_list_names (TvQueryEngine  *self,
                                        TvWorkDoneFunc  done,
                                        gpointer        owner,
                                        GCancellable  **slot);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQueryEngine, tv_query_engine_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvQueryOutcome, tv_query_outcome_free)

G_END_DECLS
