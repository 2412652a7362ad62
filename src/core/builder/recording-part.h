/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_recording;

/* Stage: moves data about the device and the recording to the trace. Runs after the stages of all rows that refer to
 * CPUs. */
void tv_trace_builder_lay_out_recording (TvTraceBuilder *self);

G_END_DECLS
