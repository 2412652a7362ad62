/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_args;

/* Arguments of slices; see trace-builder-args.c. */

/* Return whether arguments are pending for the next slice, and whether any slice has arguments. */
gboolean tv_trace_builder_has_pending_args (const TvTraceBuilder *self);
gboolean tv_trace_builder_has_args         (const TvTraceBuilder *self);

/* Stage, after slices are laid out: removes argument sets that no slice uses. */
void     tv_trace_builder_drop_unused_args (TvTraceBuilder       *self);

G_END_DECLS
