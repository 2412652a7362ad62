/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The page of a window without a file: ways to open a file, and the recent files. */

#define TV_TYPE_START_PAGE (tv_start_page_get_type ())
G_DECLARE_FINAL_TYPE (TvStartPage, tv_start_page, TV, START_PAGE, GtkWidget)

void tv_start_page_show_drop (TvStartPage *self,
                              guint        n_files);

G_END_DECLS
