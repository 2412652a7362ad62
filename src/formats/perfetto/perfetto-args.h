/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Decodes values and adds them to the arguments of the next slice. The keys of nested values contain dots and array
 * indexes, as in `debug.view.bounds[2]`. */

void tv_perfetto_add_annotation (TvPerfettoReader         *reader,
                                 const TvPerfettoSequence *sequence,
                                 TvSpan                    message);
void tv_perfetto_add_text       (TvPerfettoReader         *reader,
                                 const char               *key,
                                 TvSpan                    value);
void tv_perfetto_add_string     (TvPerfettoReader         *reader,
                                 const char               *key,
                                 guint32                   value);
void tv_perfetto_add_int        (TvPerfettoReader         *reader,
                                 const char               *key,
                                 gint64                    value);
void tv_perfetto_add_source     (TvPerfettoReader         *reader,
                                 const char               *key,
                                 const TvPerfettoSource   *source);

G_END_DECLS
