/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_stacks;

/* Call stacks and their samples. */

guint32           tv_trace_builder_get_n_callsites    (const TvTraceBuilder *self);

/* Returns: (transfer none): the callsite; valid until the next callsite is added */
const TvCallsite *tv_trace_builder_get_callsite       (const TvTraceBuilder *self,
                                                       guint32               callsite);

/* Appends a kind of sample even if an equal kind exists, because the kinds of a heap must be consecutive. */
void              tv_trace_builder_append_sample_kind (TvTraceBuilder       *self,
                                                       const TvSampleKind   *kind);
guint32           tv_trace_builder_get_n_sample_kinds (const TvTraceBuilder *self);

/* Stage, after symbols have their final numbers: moves stacks and samples to the trace. */
void              tv_trace_builder_lay_out_stacks     (TvTraceBuilder       *self);

G_END_DECLS
