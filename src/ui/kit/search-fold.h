/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/search-entry.h"

G_BEGIN_DECLS

/* A search entry that folds into its icon if there is not enough space. The entry opens when the icon is clicked or
 * the entry gets the focus, and folds again when it is empty and has lost the focus. */

#define TV_TYPE_SEARCH_FOLD (tv_search_fold_get_type ())
G_DECLARE_FINAL_TYPE (TvSearchFold, tv_search_fold, TV, SEARCH_FOLD, GtkWidget)

GtkWidget *tv_search_fold_new (TvSearchEntry *entry);

G_END_DECLS
