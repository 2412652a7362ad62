/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_args;

/* Arguments of slices. */

/* Returns whether the slice that begins next has arguments; whether any slice has. */
gboolean tv_trace_builder_has_pending_args (const TvTraceBuilder *self);
gboolean tv_trace_builder_has_args         (const TvTraceBuilder *self);

/* Stage: removes the sets that no slice has, when all slices are laid out. */
void     tv_trace_builder_drop_unused_args (TvTraceBuilder       *self);

G_END_DECLS
