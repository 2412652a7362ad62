/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The traces opened last, the newest first, in the desktop's list of recent files. */

void        tv_recent_files_add      (GFile       *file,
                                      const char  *found);
GPtrArray  *tv_recent_files_list     (guint        n_max,
                                      gboolean     has_missing);
GMenuModel *tv_recent_files_dup_menu (void);

G_END_DECLS
