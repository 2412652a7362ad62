/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/calls/call-graph.h"

G_BEGIN_DECLS

/* Exports a call graph in the DOT language of Graphviz. */

void tv_call_graph_append_dot (GString           *text,
                               const TvCallGraph *graph);

G_END_DECLS
