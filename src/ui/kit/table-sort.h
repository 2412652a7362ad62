/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"
#include "ui/kit/work.h"

G_BEGIN_DECLS

void tv_table_sort_in_worker (TvTable         *table,
                              guint            column,
                              gboolean         is_descending,
                              TvWorkDoneFunc   done,
                              gpointer         owner,
                              GCancellable   **slot);

G_END_DECLS
