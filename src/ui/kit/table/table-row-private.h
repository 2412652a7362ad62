/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/kit/table/table-model.h"

G_BEGIN_DECLS

/* Setter, called only by table-model.c. */

void tv_table_row_set (TvTableRow *self,
                       TvTable    *table,
                       guint32     row,
                       guint32     owner,
                       gboolean    is_expanded);

G_END_DECLS
