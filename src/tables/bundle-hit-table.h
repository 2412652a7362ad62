/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvBundleHitRow:
 * @name: name of the member that contains the line; empty for lines before the first section of a bug report
 * @line: line number in the member, from 1; 0 if the member's name matches instead of a line
 * @text: text of the line
 *
 * A matching line in a folder, an archive or a bug report.
 */
typedef struct
{
  const char *name;
  guint64 line;
  const char *text;
} TvBundleHitRow;

#define TV_TYPE_BUNDLE_HIT_TABLE (tv_bundle_hit_table_get_type ())
G_DECLARE_FINAL_TYPE (TvBundleHitTable, tv_bundle_hit_table, TV, BUNDLE_HIT_TABLE, TvTable)

extern const TvTableInfo tv_bundle_hit_table_info;

TvBundleHitTable *tv_bundle_hit_table_new (void);
void              tv_bundle_hit_table_add (TvBundleHitTable     *self,
                                           const TvBundleHitRow *row);

G_END_DECLS
