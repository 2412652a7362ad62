/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/selection.h"
#include "core/trace.h"
#include "tables/table.h"

G_BEGIN_DECLS

/* Opening and sorting tables in workers. */

void     tv_tables_open_async  (const char           *name,
                                TvTrace              *trace,
                                const TvSelection    *selection,
                                GCancellable         *cancellable,
                                GAsyncReadyCallback   callback,
                                gpointer              user_data);
TvTable *tv_tables_open_finish (GAsyncResult         *result,
                                GError              **error);

void          tv_table_sort_async      (TvTable             *table,
                                        guint                column,
                                        gboolean             is_descending,
                                        GCancellable        *cancellable,
                                        GAsyncReadyCallback  callback,
                                        gpointer             user_data);
GBytes       *tv_table_sort_finish     (GAsyncResult        *result,
                                        GError             **error);

G_END_DECLS
