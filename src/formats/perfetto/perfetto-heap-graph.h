/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Java heap graphs. The reader passes each packet to tv_perfetto_take_heap_graph(), and calls
 * tv_perfetto_heap_graphs_emit() at the end. */

TvPerfettoHeapGraphs *tv_perfetto_heap_graphs_new  (TvPerfettoReader        *reader);
void                  tv_perfetto_heap_graphs_free (TvPerfettoHeapGraphs    *self);
void                  tv_perfetto_take_heap_graph  (TvPerfettoReader        *reader,
                                                    const TvPerfettoMessage *message);
void                  tv_perfetto_heap_graphs_get_span (TvPerfettoHeapGraphs *self,
                                                        gint64               *first,
                                                        gint64               *last);
void                  tv_perfetto_heap_graphs_emit (TvPerfettoHeapGraphs    *self);

G_END_DECLS
