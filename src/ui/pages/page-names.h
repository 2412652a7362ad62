/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/pages/trace-page.h"

G_BEGIN_DECLS

/* Changes the names in a page's trace.
 *
 * Actions of the page, which the window exports:
 *
 *   deobfuscate-with (s)   applies the mapping file with this URI
 *   raw-names              whether the names in the file are shown
 *   mapping                path of the mapping file, or "" */

#define TV_TYPE_PAGE_NAMES (tv_page_names_get_type ())
G_DECLARE_FINAL_TYPE (TvPageNames, tv_page_names, TV, PAGE_NAMES, GObject)

TvPageNames *tv_page_names_new            (TvTracePage *page,
                                           GtkButton   *symbols_button);
void         tv_page_names_add_actions    (TvPageNames *self,
                                           GActionMap  *map);
void         tv_page_names_locate_symbols (TvPageNames *self);
void         tv_page_names_cancel         (TvPageNames *self);

G_END_DECLS
