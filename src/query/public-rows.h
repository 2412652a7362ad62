/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/database.h"
#include "tables/perfetto/public-tables.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* Rows of the public tables in the form in which `tracedump table` writes them: Perfetto's columns in Perfetto's
 * order, then Traceview's additional columns. */

/**
 * TvPublicColumn:
 * @unit: unit; %TV_UNIT_TS for timestamps in the trace
 * @description: (nullable): see #TvColumn
 */
typedef struct
{
  char *name;
  TvColumnType type;
  TvUnit unit;
  const char *description;
} TvPublicColumn;

GArray   *tv_public_table_describe (const TvPublicTable *self,
                                    TvDatabase          *database,
                                    GError             **error);
gboolean  tv_public_table_run      (const TvPublicTable *self,
                                    TvDatabase          *database,
                                    const TvQuerySink   *sink,
                                    gpointer             data,
                                    GError             **error);

G_END_DECLS
