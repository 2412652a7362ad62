/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Writing a table as it is shown to a CSV file. How it went is told by the window that the widget is
 * in, by its action "win.tell-saved". */

void tv_table_export        (GtkWidget *widget,
                             TvTable   *table,
                             GBytes    *order,
                             GFile     *file);
void tv_table_export_choose (GtkWidget *widget,
                             GFile     *trace_file,
                             TvTable   *table,
                             GBytes    *order);

G_END_DECLS
