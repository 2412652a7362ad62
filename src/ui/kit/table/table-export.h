/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "analysis/calls/call-tree.h"
#include "tables/tables.h"

G_BEGIN_DECLS

/* Exports a table to a CSV file. The window action "win.report-saved" reports that the file was saved. */

void tv_table_export        (GtkWidget *widget,
                             TvTable   *table,
                             GBytes    *order,
                             GFile     *file);
void tv_table_export_tree   (GtkWidget *widget,
                             const char *name,
                             TvCallTree *tree,
                             GFile     *trace_file,
                             GFile     *file);
void tv_table_export_choose (GtkWidget *widget,
                             GFile     *trace_file,
                             TvTable   *table,
                             GBytes    *order);

G_END_DECLS
