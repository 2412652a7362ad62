/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The tables that have Perfetto's names, and those that SQL makes from them. Their rows are made by SQL: see
 * query/public-rows.h. */

/**
 * TvPublicTable:
 * @description: (nullable): meaning of a row; %NULL for that of the table that tv_tables_find() has
 * @module: (nullable): SQL module that has the table
 */
typedef struct
{
  const char *name;
  const char *description;
  const char *module;
} TvPublicTable;

const TvPublicTable *tv_public_tables_list            (guint               *n);
const TvPublicTable *tv_public_tables_find            (const char          *name);
const char          *tv_public_table_get_description  (const TvPublicTable *self);
const char          *tv_public_table_find_description (const TvPublicTable *self,
                                                       const char          *column);

G_END_DECLS
