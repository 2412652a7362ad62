/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef gboolean (*TvActionTest) (const char *action, gpointer user_data);

GMenuModel *tv_main_menu_new     (GMenuModel  *whole,
                                  TvActionTest is_available,
                                  gpointer     user_data);
gboolean    tv_main_menu_is_like (GMenuModel  *self,
                                  GMenuModel  *other);

G_END_DECLS
