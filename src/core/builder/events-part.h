/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/builder/builder-part.h"

G_BEGIN_DECLS

extern const TvBuilderPart tv_builder_events;

/* Kernel events and their payloads. */

/* Gets an event by its sorted row. Unlike other getters, does not make it the current event, to which new problems
 * and symbols are assigned. Thread-safe. */
void tv_trace_builder_peek_event     (const TvTraceBuilder *self,
                                      guint32               row,
                                      TvLogEvent           *event);

/* Stage: sets the times of problems, then moves the events to the trace. Runs before scheduling is joined. */
void tv_trace_builder_lay_out_events (TvTraceBuilder       *self);

G_END_DECLS
