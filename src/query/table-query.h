/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/table-content.h"

G_BEGIN_DECLS

/* Translates the rows that a list shows to SQL. */

char *tv_table_query_new (TvTrace *trace, const TvTableContent *content);

G_END_DECLS
