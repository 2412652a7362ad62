/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_recording;

/* Stage: moves the device and recorder data to the trace, when everything that names a CPU is laid out. */
void tv_trace_builder_lay_out_recording (TvTraceBuilder *self);

G_END_DECLS
