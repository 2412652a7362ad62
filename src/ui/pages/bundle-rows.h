/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ui/pages/bundle-findings.h"

G_BEGIN_DECLS

/* The rows of a bundle's list: members below the heading of their group. Groups can be folded. If the last group is
 * long, it shows only its first members and a “more” row, which shows all of them. */

typedef enum
{
  TV_BUNDLE_ROW_GROUP,
  TV_BUNDLE_ROW_MEMBER,
  TV_BUNDLE_ROW_MORE,
} TvBundleRowKind;

#define TV_TYPE_BUNDLE_ROW (tv_bundle_row_get_type ())
G_DECLARE_FINAL_TYPE (TvBundleRow, tv_bundle_row, TV, BUNDLE_ROW, GObject)

/**
 * TvBundleRow:
 * @kind: kind of the row
 * @group: kind of content of the row's group
 * @member: index of the member
 * @n: for a heading, the number of members of its group; for a “more” row, the number of hidden members
 * @is_folded: whether the group of a heading is folded
 *
 * A row of the list.
 */
struct _TvBundleRow
{
  GObject parent_instance;

  TvBundleRowKind kind;
  TvContentKind group;
  guint member;
  guint n;
  gboolean is_folded;
};

typedef struct _TvBundleRows TvBundleRows;

TvBundleRows *tv_bundle_rows_new        (const TvBundle         *bundle,
                                         const TvBundleFindings *findings);
void          tv_bundle_rows_free       (TvBundleRows           *self);
GListStore   *tv_bundle_rows_get_model  (TvBundleRows           *self);
void          tv_bundle_rows_update     (TvBundleRows           *self);
void          tv_bundle_rows_set_filter (TvBundleRows           *self,
                                         const char             *text);
void          tv_bundle_rows_toggle     (TvBundleRows           *self,
                                         const TvBundleRow      *row);
guint         tv_bundle_rows_find       (TvBundleRows           *self,
                                         guint                   member);
guint         tv_bundle_rows_find_row   (TvBundleRows           *self,
                                         const TvBundleRow      *row);
const char   *tv_bundle_rows_get_title  (const TvBundleRows     *self,
                                         TvContentKind               group);

G_END_DECLS
