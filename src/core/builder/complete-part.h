/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_complete;

/* Complete slices: slices that are added with their duration, in any order. */

/* Moves all collected slices to their tracks and ends them. Called for each file that has its own unit, and as a
 * stage before open slices are closed. */
void    tv_trace_builder_put_complete  (TvTraceBuilder       *self);

/* Converts a slice handle to "track << 32 | row". Valid only after slices have been moved to their tracks. */
guint64 tv_trace_builder_resolve_slice (const TvTraceBuilder *self,
                                        guint64               slice);

G_END_DECLS
