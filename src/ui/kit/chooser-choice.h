/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Selects an option of a file chooser's list: gtk_file_chooser_set_choice() has no effect on lists in GTK 4.8. */

void tv_chooser_choice_select (GtkFileChooser    *chooser,
                               const char *const *titles,
                               guint              option);

G_END_DECLS
