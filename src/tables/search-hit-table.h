/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/search.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* The hits of a search as a table, sorted by time. Row n is tv_hits_get (hits, n). */

#define TV_TYPE_SEARCH_HIT_TABLE (tv_search_hit_table_get_type ())
G_DECLARE_FINAL_TYPE (TvSearchHitTable, tv_search_hit_table, TV, SEARCH_HIT_TABLE, TvTable)

extern const TvTableInfo tv_search_hit_table_info;

TvTable    *tv_search_hit_table_new  (TvTrace  *trace,
                                      TvHits   *hits);
const char *tv_search_hit_get_kind   (TvHitKind kind);

G_END_DECLS
