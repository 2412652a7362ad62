/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

/**
 * TvBundleMemberRow:
 * @kind: whether the member can be opened: trace, perhaps, text, other or locked
 * @size: size in bytes, or -1
 * @modified: (nullable): time of the last modification, in ISO 8601 format
 * @name: name of the member, as used with --member
 * @title: name of the file format
 * @time: (nullable): start time, on the device's wall clock
 * @process: (nullable): process to which the finding refers
 * @gravity: (nullable): severity of the finding
 * @finding: (nullable): summary of the content or diagnosis
 *
 * A file in a folder or archive, or a section of a bug report.
 */
typedef struct
{
  char *kind;
  gint64 size;
  char *modified;
  char *name;
  char *title;
  char *time;
  char *process;
  char *gravity;
  char *finding;
} TvBundleMemberRow;

#define TV_TYPE_BUNDLE_MEMBER_TABLE (tv_bundle_member_table_get_type ())
G_DECLARE_FINAL_TYPE (TvBundleMemberTable, tv_bundle_member_table, TV, BUNDLE_MEMBER_TABLE, TvTable)

extern const TvTableInfo tv_bundle_member_table_info;

TvBundleMemberTable *tv_bundle_member_table_new (void);
void                 tv_bundle_member_table_add (TvBundleMemberTable *self,
                                                 TvBundleMemberRow   *row);

G_END_DECLS
