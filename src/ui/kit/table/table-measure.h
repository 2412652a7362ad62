/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Measures the longest numbers of a table in a worker thread, so that columns are wide enough before the user scrolls
 * to these numbers. */

/**
 * TvLongestCell:
 * @column: index of a numeric column
 * @row: a row whose number may be the longest of the column
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
