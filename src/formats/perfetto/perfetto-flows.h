/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/**
 * TvPerfettoFlowKind:
 * @TV_PERFETTO_FLOW_STEP: begins, or goes on
 * @TV_PERFETTO_FLOW_BEGIN: begins anew
 * @TV_PERFETTO_FLOW_ARRIVE: leads here, and goes on from where it came
 * @TV_PERFETTO_FLOW_END: goes on, and is over then
 * @TV_PERFETTO_FLOW_TO_NEXT: ends at the slice that begins next on the lane
 * @TV_PERFETTO_FLOW_FROM: begins, one of several with the same id
 * @TV_PERFETTO_FLOW_INTO: all of that id end here
 *
 * How a slice is a step of a flow.
 */
typedef enum
{
  TV_PERFETTO_FLOW_STEP,
  TV_PERFETTO_FLOW_BEGIN,
  TV_PERFETTO_FLOW_ARRIVE,
  TV_PERFETTO_FLOW_END,
  TV_PERFETTO_FLOW_TO_NEXT,
  TV_PERFETTO_FLOW_FROM,
  TV_PERFETTO_FLOW_INTO,
} TvPerfettoFlowKind;

/* Flows: what slices are joined by ids, in the order of time. */
typedef struct _TvPerfettoFlows TvPerfettoFlows;

TvPerfettoFlows *tv_perfetto_flows_new  (TvTraceBuilder     *builder);
void             tv_perfetto_flows_free (TvPerfettoFlows    *self);
void             tv_perfetto_flows_name (TvPerfettoFlows    *self,
                                         guint64             id,
                                         guint64             told);
void             tv_perfetto_flows_tell (TvPerfettoFlows    *self,
                                         guint64             id,
                                         TvPerfettoFlowKind  kind,
                                         guint64             slice);

G_END_DECLS
