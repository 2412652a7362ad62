/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void                tv_shortcuts_set_accels (GtkApplication *application);
GtkShortcutsWindow *tv_shortcuts_window_new (void);

G_END_DECLS
