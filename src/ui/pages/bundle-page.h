/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/bundle.h"

G_BEGIN_DECLS

/* What is in a folder, zip, tar or bug report: what went wrong first, by what its members tell, then a list
 * of all of them by kind, each of which opens in a tab of its own by the window's action "open-member". A
 * worker looks into them; what belongs to what went wrong is ticked.
 *
 * Actions:
 *   bundle.open            opens the file that is selected
 *   bundle.tick            ticks it, or no longer
 *   bundle.open-together   opens those that are ticked on one timeline, as far as their clocks are tied
 *   bundle.open-apart      opens each of them in a tab of its own
 *   bundle.stop            looks into no more of them
 *   bundle.find            moves the focus to what filters the list
 *   bundle.focus           moves it to the list
 */

#define TV_TYPE_BUNDLE_PAGE (tv_bundle_page_get_type ())
G_DECLARE_FINAL_TYPE (TvBundlePage, tv_bundle_page, TV, BUNDLE_PAGE, GtkWidget)

void tv_bundle_page_show (TvBundlePage *self,
                          GFile        *file,
                          TvBundle     *bundle);
void tv_bundle_page_add_actions (TvBundlePage *self,
                                 GActionMap   *map);

G_END_DECLS
