/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What a window without a file shows: how to open one, and those opened last. */

#define TV_TYPE_START_PAGE (tv_start_page_get_type ())
G_DECLARE_FINAL_TYPE (TvStartPage, tv_start_page, TV, START_PAGE, GtkWidget)

G_END_DECLS
