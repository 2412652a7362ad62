/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "ui/pages/bundle-findings.h"

G_BEGIN_DECLS

/* The rows of a bundle's list: members below the heading of their group, of which each may be folded; of
 * a long last group only the first ones, until more are requested. */

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
 * @group: content kind of its group
 * @member: index of a member
 * @n: for a heading, members of the group; for the row about hidden ones, their number
 * @is_folded: state of a heading
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
