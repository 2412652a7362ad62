/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/range/time-base.h"
#include "export/write-table.h"
#include "tables/perfetto/public-tables.h"

G_BEGIN_DECLS

gboolean tv_cli_write_public_table (const TvPublicTable *table,
                                    TvTrace             *trace,
                                    const TvTimeBase    *base,
                                    TvTextFormat         format,
                                    GError             **error);

G_END_DECLS
