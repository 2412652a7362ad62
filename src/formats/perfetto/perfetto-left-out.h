/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Skipped packets, of unsupported kinds. */

TvPerfettoLeftOut *tv_perfetto_left_out_new     (void);
void               tv_perfetto_left_out_free    (TvPerfettoLeftOut      *self);
void               tv_perfetto_left_out_count   (TvPerfettoLeftOut      *self,
                                                 guint                   payload);
void               tv_perfetto_left_out_join    (TvPerfettoLeftOut       *self,
                                                 const TvPerfettoLeftOut *other);
void               tv_perfetto_left_out_tell    (TvPerfettoReader        *reader,
                                                 guint64                  n_of_machines);

G_END_DECLS
