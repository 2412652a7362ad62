/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/bundle.h"

G_BEGIN_DECLS

/* The members of a folder, zip, tar or bug report: the incidents, then a list of all members by kind. Members are
 * opened in tabs. A worker examines the members; those that are related to the incidents are ticked.
 *
 * Actions:
 *
 *   bundle.open            opens the selected member
 *   bundle.tick            toggles the tick of the selected member
 *   bundle.open-together   opens the ticked members whose clocks are synchronized on one timeline
 *   bundle.open-apart      opens each ticked member in its own tab
 *   bundle.compare         compares the ticked thread dumps, or the only two dumps of the bundle
 *   bundle.stop            stops examining the members
 *   bundle.find            moves the focus to the filter of the list
 *   bundle.find-lines      moves the focus to the search in the lines of all members
 *   bundle.focus           moves the focus to the list */

#define TV_TYPE_BUNDLE_PAGE (tv_bundle_page_get_type ())
G_DECLARE_FINAL_TYPE (TvBundlePage, tv_bundle_page, TV, BUNDLE_PAGE, GtkWidget)

void tv_bundle_page_show (TvBundlePage *self,
                          GFile        *file,
                          TvBundle     *bundle);
void tv_bundle_page_add_actions (TvBundlePage *self,
                                 GActionMap   *map);

G_END_DECLS
