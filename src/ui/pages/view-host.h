/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The stack of a panel's views, with the states that any view can have:
 *
 *   busy    the previous content, dimmed, below a thin progress line; not shown for short work
 *   empty   the filter that removes all rows, and a button that removes the filter */

#define TV_TYPE_VIEW_HOST (tv_view_host_get_type ())
G_DECLARE_FINAL_TYPE (TvViewHost, tv_view_host, TV, VIEW_HOST, GtkWidget)

GtkStack *tv_view_host_get_stack (TvViewHost *self);
void      tv_view_host_set_busy  (TvViewHost *self,
                                  gboolean    is_busy);
void      tv_view_host_set_empty (TvViewHost *self,
                                  const char *filter);

G_END_DECLS
