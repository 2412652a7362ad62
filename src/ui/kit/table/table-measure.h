/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Finds the longest numbers of a table on a worker thread, so that columns are wide enough before the user scrolls to
 * these numbers. */

/**
 * TvLongestCell:
 * @column: index of a numeric column
 * @row: index of the row
 *
 * A cell that may contain the longest number of its column.
 */
typedef struct
{
  guint column;
  guint32 row;
} TvLongestCell;

/* Widens numeric columns so that the given cells fit. */
typedef void (*TvTableWidenFunc) (GtkColumnView *view,
                                  TvTable       *table,
                                  const GArray  *longest);

void tv_table_measure (GtkColumnView    *view,
                       TvTable          *table,
                       TvTableWidenFunc  widen);

G_END_DECLS
