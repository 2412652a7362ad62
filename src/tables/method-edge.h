/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* The edges of a profile as a table of callers and callees. Recursive calls have separate rows. */

#define TV_TYPE_METHOD_EDGE_TABLE (tv_method_edge_table_get_type ())
G_DECLARE_FINAL_TYPE (TvMethodEdgeTable, tv_method_edge_table, TV, METHOD_EDGE_TABLE, TvTable)

extern const TvTableInfo tv_method_edge_table_info;

TvTable *tv_method_edge_table_new (TvProfile *profile,
                                   guint32    source);

G_END_DECLS
