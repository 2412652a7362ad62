/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-graph.h"

G_BEGIN_DECLS

/* Optional use of Graphviz. Only one thread at a time uses Graphviz; others wait. */

gboolean        tv_graphviz_is_available (void);
GBytes         *tv_graphviz_render   (const char          *dot,
                                      const char          *format,
                                      GError             **error);
TvGraphDrawing *tv_graphviz_lay_out  (const TvCallGraph   *graph,
                                      const TvGraphPoint  *sizes,
                                      GError             **error);

G_END_DECLS
