/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table-content.h"

G_BEGIN_DECLS

/* Builds the SQL query for the rows that a list shows. */

char *tv_table_query_new (TvTrace *trace, const TvTableContent *content);

G_END_DECLS
