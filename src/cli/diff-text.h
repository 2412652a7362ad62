/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/difference-table.h"

G_BEGIN_DECLS

/* Formats a comparison as text: a heading, then one line per row. */

void   tv_diff_text_append (GString           *text,
                            TvDifferenceTable *table,
                            const GArray      *rows,
                            TvClock            clock);

G_END_DECLS
