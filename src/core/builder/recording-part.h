/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_recording;

/* Stage: moves data of the device and the recorder to the trace. Runs when everything that refers to CPUs is laid
 * out. */
void tv_trace_builder_lay_out_recording (TvTraceBuilder *self);

G_END_DECLS
