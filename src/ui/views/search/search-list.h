/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/views/search/search-finder.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* List of search hits with name, kind, thread and time. Filled each time it opens. The current hit is selected. Enter
 * or a click goes to a hit and closes the list. */

#define TV_TYPE_SEARCH_LIST (tv_search_list_get_type ())
G_DECLARE_FINAL_TYPE (TvSearchList, tv_search_list, TV, SEARCH_LIST, GtkPopover)

GtkWidget *tv_search_list_new (TvSession      *session,
                               TvSearchFinder *finder);

G_END_DECLS
