/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "formats/bundle.h"

G_BEGIN_DECLS

/* What is in a folder, zip or tar with several files that can be opened: a list of all of them, each of
 * which opens in a tab of its own by the window's action "open-member".
 *
 * Actions:
 *   bundle.open            opens the file that is selected
 *   bundle.tick            ticks it, or no longer
 *   bundle.open-together   opens those that are ticked on one timeline, as far as their clocks are tied
 *   bundle.open-apart      opens each of them in a tab of its own
 */

#define TV_TYPE_BUNDLE_PAGE (tv_bundle_page_get_type ())
G_DECLARE_FINAL_TYPE (TvBundlePage, tv_bundle_page, TV, BUNDLE_PAGE, GtkWidget)

void tv_bundle_page_show (TvBundlePage *self,
                          GFile        *file,
                          TvBundle     *bundle);

G_END_DECLS
