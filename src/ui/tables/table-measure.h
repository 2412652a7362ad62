/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Room for the longest numbers of a table. Which those are is found in a worker, so that the columns
 * of a view are wide enough before anybody has scrolled there. */

void tv_table_measure (GtkColumnView *view,
                       TvTable       *table);

G_END_DECLS
