/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/search-entry.h"

G_BEGIN_DECLS

/* A search box that folds into its icon where it has not the room that it wants. It opens when the icon
 * is clicked, or when it is given the focus, and takes the room then; it folds again when it is empty
 * and left. */

#define TV_TYPE_SEARCH_FOLD (tv_search_fold_get_type ())
G_DECLARE_FINAL_TYPE (TvSearchFold, tv_search_fold, TV, SEARCH_FOLD, GtkWidget)

GtkWidget *tv_search_fold_new (TvSearchEntry *entry);

G_END_DECLS
