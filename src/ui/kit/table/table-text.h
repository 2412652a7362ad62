/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-base.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* Formats the cells of any table for display: times in ms, numbers with grouped digits. */

char       *tv_table_text_dup_title  (const TvColumn *column);
const char *tv_table_text_get_widest (const TvColumn *column);
char       *tv_table_text_dup_cell   (TvTable        *table,
                                      guint32         row,
                                      guint           column);
char       *tv_table_text_dup_time   (TvTable        *table,
                                      guint32         row,
                                      guint           column,
                                      const TvTimeBase *base);
double      tv_table_text_get_share  (TvTable        *table,
                                      guint32         row,
                                      guint           column);

gboolean    tv_table_text_is_largest_first (const TvColumn *column);

G_END_DECLS
