/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The tables with Perfetto's names, and the tables that SQL derives from them. The rows of both are also created with
 * SQL; see query/public-rows.h. */

/**
 * TvPublicTable:
 * @description: (nullable): untranslated meaning of a row; %NULL to use the description of the table with this name
 *   in tables/tables.c
 * @module: (nullable): SQL module that contains the table
 *
 * A table with a public name.
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
