/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "ui/views/search/search-finder.h"

G_BEGIN_DECLS

/* Search bar that finds slices, threads, processes, counters and events by name. Hidden until it is opened.
 *
 * Properties:
 *   is-open  boolean  writable; notified
 *
 * Actions:
 *   search.next, search.previous, search.close */

#define TV_TYPE_SEARCH_BAR (tv_search_bar_get_type ())
G_DECLARE_FINAL_TYPE (TvSearchBar, tv_search_bar, TV, SEARCH_BAR, GtkWidget)

void     tv_search_bar_set_session (TvSearchBar *self,
                                    TvSession   *session);
void     tv_search_bar_open        (TvSearchBar *self);
void     tv_search_bar_close       (TvSearchBar *self);
gboolean tv_search_bar_is_open     (TvSearchBar *self);
void     tv_search_bar_add_actions (TvSearchBar *self,
                                    GActionMap  *map);
void     tv_search_bar_step        (TvSearchBar *self,
                                    int          direction);

G_END_DECLS
