/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/* A table with some rows of another table. The columns are the same. */

#define TV_TYPE_TABLE_SUBSET (tv_table_subset_get_type ())
G_DECLARE_FINAL_TYPE (TvTableSubset, tv_table_subset, TV, TABLE_SUBSET, TvTable)

TvTable *tv_table_subset_new     (TvTable       *table,
                                  GArray        *rows);
guint32  tv_table_subset_get_row (TvTableSubset *self,
                                  guint32        row);

G_END_DECLS
