/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/pages/bundle-cell.h"

G_BEGIN_DECLS

/* The list of a bundle's members, grouped by kind.
 *
 * Signals:
 *
 *   selected                   the selected row has changed
 *   activated (uint member)    a member should be opened */

#define TV_TYPE_BUNDLE_LIST (tv_bundle_list_get_type ())
G_DECLARE_FINAL_TYPE (TvBundleList, tv_bundle_list, TV, BUNDLE_LIST, GtkWidget)

void     tv_bundle_list_show         (TvBundleList        *self,
                                      const TvBundleCells *cells,
                                      TvBundleRows        *rows);
void     tv_bundle_list_update       (TvBundleList        *self);
void     tv_bundle_list_set_narrow   (TvBundleList        *self,
                                      gboolean             is_narrow);
gboolean tv_bundle_list_get_selected (TvBundleList        *self,
                                      guint               *member);
void     tv_bundle_list_select       (TvBundleList        *self,
                                      guint                member);
gboolean tv_bundle_list_focus        (TvBundleList        *self);

G_END_DECLS
