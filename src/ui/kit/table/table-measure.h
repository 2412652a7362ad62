/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "tables/table.h"

G_BEGIN_DECLS

/* Widths for the longest numbers of a table. A worker finds these, so that columns are wide enough before
 * anybody has scrolled to them. */

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

/* Gives numeric columns room for some cells. */
typedef void (*TvTableWidenFunc) (GtkColumnView *view,
                                  TvTable       *table,
                                  const GArray  *longest);

void tv_table_measure (GtkColumnView    *view,
                       TvTable          *table,
                       TvTableWidenFunc  widen);

G_END_DECLS
