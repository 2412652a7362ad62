/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Counts packets that are skipped because their kind is not supported. */

TvPerfettoSkipped *tv_perfetto_skipped_new     (void);
void               tv_perfetto_skipped_free    (TvPerfettoSkipped      *self);
void               tv_perfetto_skipped_count   (TvPerfettoSkipped      *self,
                                                 guint                   payload);
void               tv_perfetto_skipped_join    (TvPerfettoSkipped       *self,
                                                 const TvPerfettoSkipped *other);
void               tv_perfetto_skipped_emit    (TvPerfettoReader        *reader,
                                                 guint64                  n_of_machines);

G_END_DECLS
