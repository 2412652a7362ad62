/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_links;

/* Stage, after slices are laid out: moves flows and thread clocks to the trace. */
void tv_trace_builder_lay_out_links (TvTraceBuilder *self);

G_END_DECLS
