/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/public-tables.h"
#include "tables/tables.h"

G_BEGIN_DECLS

/**
 * TvNamedTable:
 * @public: (nullable): the table, if its rows are created by SQL
 * @own: (nullable): the table otherwise
 *
 * A table with a name for the command line.
 */
typedef struct
{
  const TvPublicTable *public;
  const TvTableInfo *own;
} TvNamedTable;

gboolean tv_table_names_find (const char    *name,
                              gboolean       is_native,
                              TvNamedTable  *table,
                              GError       **error);

G_END_DECLS
