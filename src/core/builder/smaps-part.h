/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_smaps;

/* Stage: sorts memory regions by time. */
void tv_trace_builder_lay_out_smaps (TvTraceBuilder *self);

G_END_DECLS
