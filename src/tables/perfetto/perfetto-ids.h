/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "tables/perfetto/perfetto-model.h"

G_BEGIN_DECLS

TvTable *tv_perfetto_ids_new (TvTable *table, TvPerfettoModel *model);

G_END_DECLS
