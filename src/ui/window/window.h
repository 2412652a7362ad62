/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "ui/pages/trace-page.h"

G_BEGIN_DECLS

/* A window with a tab for each open trace, or with the start page. A tab can be moved to another window with the
 * menu, or by dragging it out of the window. */

#define TV_TYPE_WINDOW (tv_window_get_type ())
G_DECLARE_FINAL_TYPE (TvWindow, tv_window, TV, WINDOW, AdwApplicationWindow)

GtkWindow   *tv_window_new            (GtkApplication *application);
void         tv_window_open_at        (TvWindow       *self,
                                       GFile          *file,
                                       const char     *member,
                                       gboolean        is_text,
                                       guint64         line);
void         tv_window_open           (TvWindow       *self,
                                       GFile          *file,
                                       const char     *member);
void         tv_window_compare        (TvWindow       *self,
                                       GFile *const   *baselines,
                                       guint           n_baselines,
                                       GFile          *file);
void         tv_window_open_multi_file  (TvWindow       *self,
                                       GVariant       *sources);
void         tv_window_open_all       (TvWindow       *self,
                                       GFile *const   *files,
                                       guint           n);
void         tv_window_open_dropped   (TvWindow       *self,
                                       GFile *const   *files,
                                       guint           n);
void         tv_window_open_separately (TvWindow      *self,
                                       GVariant       *sources);
TvTracePage *tv_window_get_page       (TvWindow       *self);
TvSession   *tv_window_get_session    (TvWindow       *self);
void         tv_window_close_page     (TvWindow       *self);
void         tv_window_move_page      (TvWindow       *self);
void         tv_window_add_toast      (TvWindow       *self,
                                       AdwToast       *toast);

G_END_DECLS
