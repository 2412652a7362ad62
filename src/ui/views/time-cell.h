/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

char *tv_time_cell_dup_text (TvTable *table,
                             guint32  row,
                             guint    column,
                             gpointer session);

G_END_DECLS
