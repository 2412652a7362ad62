/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/profile.h"
#include "analysis/calls/ranking.h"
#include "tables/change-cell.h"

G_BEGIN_DECLS

/* A profile as a table. Each symbol that is called in the profile's selection has a row. Rows are sorted by rank;
 * "(context switch)" is last. A comparison also has columns for the changes since an earlier run, and supports
 * tv_method_profile_table_was_called(). */

typedef enum
{
  TV_METHOD_PROFILE_RANK,
  TV_METHOD_PROFILE_NAME,
  TV_METHOD_PROFILE_CLASS,
  TV_METHOD_PROFILE_METHOD,
  TV_METHOD_PROFILE_SIGNATURE,
  TV_METHOD_PROFILE_SOURCE_FILE,
  TV_METHOD_PROFILE_LINE,
  TV_METHOD_PROFILE_INCL_CPU_NS,
  TV_METHOD_PROFILE_INCL_CPU_PCT,
  TV_METHOD_PROFILE_EXCL_CPU_NS,
  TV_METHOD_PROFILE_EXCL_CPU_PCT,
  TV_METHOD_PROFILE_INCL_WALL_NS,
  TV_METHOD_PROFILE_INCL_WALL_PCT,
  TV_METHOD_PROFILE_EXCL_WALL_NS,
  TV_METHOD_PROFILE_EXCL_WALL_PCT,
  TV_METHOD_PROFILE_CALLS,
  TV_METHOD_PROFILE_RECURSIVE_CALLS,
  TV_METHOD_PROFILE_CPU_NS_PER_CALL,
  TV_METHOD_PROFILE_WALL_NS_PER_CALL,
  TV_METHOD_PROFILE_RAW_NAME,
  TV_METHOD_PROFILE_OFF_CPU_NS,
  TV_METHOD_PROFILE_EXCL_OFF_CPU_NS,
  TV_METHOD_PROFILE_MIN_CPU_NS,
  TV_METHOD_PROFILE_AVG_CPU_NS,
  TV_METHOD_PROFILE_MAX_CPU_NS,
  TV_METHOD_PROFILE_SD_CPU_NS,
  TV_METHOD_PROFILE_MIN_WALL_NS,
  TV_METHOD_PROFILE_AVG_WALL_NS,
  TV_METHOD_PROFILE_MAX_WALL_NS,
  TV_METHOD_PROFILE_SD_WALL_NS,
  TV_METHOD_PROFILE_UNFINISHED,
  TV_N_METHOD_PROFILE_COLUMNS,

  /* Columns of a comparison. Each number has a column per #TvChangePart. */
  TV_METHOD_PROFILE_INCL_CPU_CHANGES = TV_N_METHOD_PROFILE_COLUMNS,
  TV_METHOD_PROFILE_EXCL_CPU_CHANGES = TV_METHOD_PROFILE_INCL_CPU_CHANGES + TV_N_CHANGE_PARTS,
  TV_METHOD_PROFILE_INCL_WALL_CHANGES = TV_METHOD_PROFILE_EXCL_CPU_CHANGES + TV_N_CHANGE_PARTS,
  TV_METHOD_PROFILE_EXCL_WALL_CHANGES = TV_METHOD_PROFILE_INCL_WALL_CHANGES + TV_N_CHANGE_PARTS,
  TV_METHOD_PROFILE_CALLS_CHANGES = TV_METHOD_PROFILE_EXCL_WALL_CHANGES + TV_N_CHANGE_PARTS,
  TV_N_METHOD_PROFILE_COLUMNS_COMPARED = TV_METHOD_PROFILE_CALLS_CHANGES + TV_N_CHANGE_PARTS,
} TvMethodProfileColumn;

#define TV_TYPE_METHOD_PROFILE_TABLE (tv_method_profile_table_get_type ())
G_DECLARE_FINAL_TYPE (TvMethodProfileTable, tv_method_profile_table, TV, METHOD_PROFILE_TABLE,
                      TvTable)

extern const TvTableInfo tv_method_profile_table_info;
extern const TvTableInfo tv_method_profile_table_compared_info;

TvTable   *tv_method_profile_table_new         (TvProfile            *profile,
                                                TvRanking            *ranking);
TvTable   *tv_method_profile_table_new_compared (TvProfile           *profile,
                                                TvRanking            *ranking,
                                                TvProfile            *baseline,
                                                GBytes               *pairs);
gboolean   tv_method_profile_table_was_called  (TvMethodProfileTable *self,
                                                guint32               row);
TvProfile *tv_method_profile_table_get_profile (TvMethodProfileTable *self);
guint32    tv_method_profile_table_get_symbol  (TvMethodProfileTable *self,
                                                guint32               row);
guint32    tv_method_profile_table_find        (TvMethodProfileTable *self,
                                                guint32               symbol);
guint32    tv_method_profile_table_get_rank    (TvMethodProfileTable *self,
                                                guint32               row);

G_END_DECLS
