/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_reports;

/* Stage, before tracks are laid out: adds the times of dumps and faults to the timeline, as instants. */
void tv_trace_builder_draw_reports (TvTraceBuilder *self);

G_END_DECLS
