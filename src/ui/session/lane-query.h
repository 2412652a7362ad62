/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session-lanes.h"

G_BEGIN_DECLS

TvLane     *tv_lane_query_run (TvTrace            *trace,
                               const TvLaneSource *source,
                               GCancellable       *cancellable,
                               GError            **error);

G_END_DECLS
