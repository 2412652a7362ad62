/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-view.h"
#include "ui/views/log/log-cells.h"

G_BEGIN_DECLS

void tv_log_add_columns (TvTableView *view,
                         TvTable     *table,
                         TvLogCellContext *context);

G_END_DECLS
