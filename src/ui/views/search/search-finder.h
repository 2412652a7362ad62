/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/search.h"
#include "ui/session/session.h"

G_BEGIN_DECLS

/* Search for names. A worker finds the hits. The finder marks the slices among them in the session, and goes from hit
 * to hit.
 *
 * Properties (read-only, notified):
 *   n-found       uint     number of hits
 *   position      uint     number of the current hit, from 1, or 0
 *   is-searching  boolean  whether a search is running */

#define TV_TYPE_SEARCH_FINDER (tv_search_finder_get_type ())
G_DECLARE_FINAL_TYPE (TvSearchFinder, tv_search_finder, TV, SEARCH_FINDER, GObject)

TvSearchFinder *tv_search_finder_new       (TvSession      *session);
void            tv_search_finder_set_query (TvSearchFinder *self,
                                            const char     *query,
                                            gboolean        is_regex);
void            tv_search_finder_step      (TvSearchFinder *self,
                                            int             direction);
void            tv_search_finder_go_to     (TvSearchFinder *self,
                                            guint32         position);
guint32         tv_search_finder_find_index (TvSearchFinder *self);
TvHits         *tv_search_finder_get_hits  (TvSearchFinder *self);
guint           tv_search_finder_get_n_found (TvSearchFinder *self);
guint           tv_search_finder_get_position (TvSearchFinder *self);
const TvHit    *tv_search_finder_get_hit   (TvSearchFinder *self);
gboolean        tv_search_finder_is_searching (TvSearchFinder *self);

G_END_DECLS
