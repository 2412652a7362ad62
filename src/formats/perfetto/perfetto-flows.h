/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/**
 * TvPerfettoFlowKind:
 * @TV_PERFETTO_FLOW_STEP: begins or continues the flow
 * @TV_PERFETTO_FLOW_BEGIN: begins the flow, even if it has already begun
 * @TV_PERFETTO_FLOW_ARRIVE: end of an arrow; the flow's next arrow starts at the same slice as this arrow
 * @TV_PERFETTO_FLOW_END: last step
 * @TV_PERFETTO_FLOW_TO_NEXT: last step, at the next slice of the track
 * @TV_PERFETTO_FLOW_FROM: one of several begin steps with the same id
 * @TV_PERFETTO_FLOW_INTO: common end of all %TV_PERFETTO_FLOW_FROM steps
 *
 * Kind of a step in a flow.
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

/* Flows connect slices that share a flow id. Steps must be emitted in time order. */
typedef struct _TvPerfettoFlows TvPerfettoFlows;

TvPerfettoFlows *tv_perfetto_flows_new  (TvTraceBuilder     *builder);
void             tv_perfetto_flows_free (TvPerfettoFlows    *self);
void             tv_perfetto_flows_name (TvPerfettoFlows    *self,
                                         guint64             id,
                                         guint64             reported);
void             tv_perfetto_flows_emit (TvPerfettoFlows    *self,
                                         guint64             id,
                                         TvPerfettoFlowKind  kind,
                                         guint64             slice);

G_END_DECLS
