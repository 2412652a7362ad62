/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table.h"

G_BEGIN_DECLS

double tv_table_get_share_of_largest (TvTable *table,
                                      guint32  row,
                                      guint    column,
                                      gpointer data);

G_END_DECLS
