/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/symbols/text-match.h"
#include "formats/bundle.h"

G_BEGIN_DECLS

/* The lines in all members of a bundle that match a search text. A worker searches the members in batches. A new
 * search cancels the previous one.
 *
 * Signals:
 *
 *   changed                               progress has been made, or the focus has moved to the matches
 * activated (uint member, uint64 line)  a match should be opened; the member is TV_NONE for the bundle itself, and
 * the
 *                                         line is 0 if the name of the member matches
 *
 * Actions:
 *
 *   hits.stop                             stops the search; the matches found so far are kept */

#define TV_TYPE_BUNDLE_HITS (tv_bundle_hits_get_type ())
G_DECLARE_FINAL_TYPE (TvBundleHits, tv_bundle_hits, TV, BUNDLE_HITS, GtkWidget)

void     tv_bundle_hits_set_bundle (TvBundleHits *self,
                                    TvBundle     *bundle);
void     tv_bundle_hits_search     (TvBundleHits *self,
                                    TvTextMatch  *match);
gboolean tv_bundle_hits_is_busy    (TvBundleHits *self);
guint    tv_bundle_hits_count      (TvBundleHits *self);
void     tv_bundle_hits_focus      (TvBundleHits *self);
gboolean tv_bundle_hits_has_focus  (TvBundleHits *self);

G_END_DECLS
