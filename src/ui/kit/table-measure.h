/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Room for the longest numbers of a table. Which those are is found in a worker, so that the columns
 * of a view are wide enough before anybody has scrolled there. */

/**
 * TvLongestCell:
 * @column: of the table
 * @row: one in which it may have its longest number
 */
typedef struct
{
  guint column;
  guint32 row;
} TvLongestCell;

/* Gives columns of numbers room for some cells. */
typedef void (*TvTableWidenFunc) (GtkColumnView *view,
                                  TvTable       *table,
                                  const GArray  *longest);

void tv_table_measure (GtkColumnView    *view,
                       TvTable          *table,
                       TvTableWidenFunc  widen);

G_END_DECLS
