/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_reports;

/* Stage: puts dumps and faults on the timeline of the other files, before tracks are laid out. */
void tv_trace_builder_draw_reports (TvTraceBuilder *self);

G_END_DECLS
