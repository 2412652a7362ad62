/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/database.h"
#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvQueryLimits:
 * @rows: maximum number of stored rows
 * @bytes: maximum size of the stored cells and strings in bytes
 *
 * Limits of a query result.
 */
typedef struct
{
  guint32 rows;
  gsize bytes;
} TvQueryLimits;

/* Limits of a result in the window, where a cell takes 9 bytes, and of the memory that SQLite uses for sorters and
 * temporary tables */
#define TV_QUERY_MAX_ROWS         5000000
#define TV_QUERY_MAX_BYTES        (1024UL * 1024 * 1024)
#define TV_QUERY_MAX_ENGINE_BYTES (2048LL * 1024 * 1024)

/* Rows of a result, stored by column with a kind and eight bytes per cell. Each string is stored once. Rows beyond
 * the limits are counted but not stored. A finished result is immutable. */

#define TV_TYPE_QUERY_RESULT (tv_query_result_get_type ())
G_DECLARE_FINAL_TYPE (TvQueryResult, tv_query_result, TV, QUERY_RESULT, TvTable)

TvQueryLink     tv_query_result_get_link    (TvQueryResult       *self,
                                             guint                column);
guint64         tv_query_result_get_n_found (TvQueryResult       *self);
gboolean        tv_query_result_run         (TvDatabase          *database,
                                             const char          *text,
                                             const TvQueryLimits *limits,
                                             TvQueryResult      **result,
                                             GError             **error);

TvUnit          tv_query_find_unit          (const char          *name,
                                             TvColumnType         type);

G_END_DECLS
