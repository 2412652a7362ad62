/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "query/database.h"

G_BEGIN_DECLS

void tv_query_cell_append_json (GString           *out,
                                const TvQueryCell *cell);

G_END_DECLS
