/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Memory mappings of processes. */

TvPerfettoSmaps *tv_perfetto_smaps_new  (TvPerfettoReader        *reader);
void             tv_perfetto_smaps_free (TvPerfettoSmaps         *self);
void             tv_perfetto_take_smaps (TvPerfettoReader        *reader,
                                         const TvPerfettoMessage *message);
void             tv_perfetto_smaps_emit (TvPerfettoSmaps         *self);

G_END_DECLS
