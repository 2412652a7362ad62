/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"
#include "ui/window/window.h"

G_BEGIN_DECLS

/* Writing a table as it is shown to a CSV file. */

void tv_export_table        (TvWindow *window,
                             TvTable  *table,
                             GBytes   *order,
                             GFile    *file);
void tv_export_table_choose (TvWindow *window,
                             TvTable  *table,
                             GBytes   *order);

G_END_DECLS
