/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_faults;

/* Crashes and freezes. */

/* Returns: (transfer none) (array length=n): the faults added so far; invalid after the stage that moves them to the
 * trace */
const TvFault *tv_trace_builder_get_faults     (const TvTraceBuilder *self,
                                                guint                *n);

/* Stage: moves faults to the trace. */
void           tv_trace_builder_lay_out_faults (TvTraceBuilder       *self);

G_END_DECLS
