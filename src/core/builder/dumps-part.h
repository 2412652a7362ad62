/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_dumps;

/* Thread dumps. */

/* Returns: (transfer none) (array length=n): the dumps added so far; invalid after the stage that moves them to the
 * trace */
const TvDump *tv_trace_builder_get_dumps (const TvTraceBuilder *self,
                                          guint                *n);
guint         tv_trace_builder_get_n_dump_threads (const TvTraceBuilder *self);

/* Stage: finds the owners of locks, and moves dumps to the trace. */
void          tv_trace_builder_lay_out_dumps (TvTraceBuilder   *self);

G_END_DECLS
