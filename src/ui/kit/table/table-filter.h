/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/symbols/text-match.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* A filter of a table consists of one byte per row, which is not 0 if the row matches. */

typedef gboolean (*TvTableTest) (TvTable *table, guint32 row, gconstpointer data);

GBytes *tv_table_filter_new   (TvTable       *table,
                               TvTableTest    test,
                               gconstpointer  data,
                               guint32       *n_left,
                               GCancellable  *cancellable);
gboolean tv_table_filter_has_text (TvTable           *table,
                                   guint32            row,
                                   const TvTextMatch *match);
TvTable *tv_table_filter_find_rows (TvTable           *table,
                                    const TvTextMatch *match,
                                    GBytes           **filter,
                                    GCancellable      *cancellable);
GBytes *tv_table_filter_order (guint32        n_rows,
                               GBytes        *order,
                               GBytes        *filter);

G_END_DECLS
