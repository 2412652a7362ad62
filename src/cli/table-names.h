/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/public-tables.h"
#include "tables/tables.h"

G_BEGIN_DECLS

/**
 * TvNamedTable:
 * @public: (nullable): the table, if SQL defines it
 * @own: (nullable): the table, if SQL does not define it
 *
 * A table that can be named on the command line. Exactly one of the pointers is set.
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
