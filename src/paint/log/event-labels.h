/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "analysis/log/log-events.h"
#include "paint/kit/palette.h"

G_BEGIN_DECLS

/**
 * TvLogEventShape:
 * @TV_LOG_EVENT_FLAG: failures and kills
 * @TV_LOG_EVENT_TRIANGLE: slow operations and other warnings
 * @TV_LOG_EVENT_DISC: memory events
 * @TV_LOG_EVENT_SQUARE: all other events
 *
 * The shapes of event marks, which distinguish kinds without colour.
 */
typedef enum
{
  TV_LOG_EVENT_FLAG,
  TV_LOG_EVENT_TRIANGLE,
  TV_LOG_EVENT_DISC,
  TV_LOG_EVENT_SQUARE,
  TV_N_LOG_EVENT_SHAPES,
} TvLogEventShape;

TvLogEventShape tv_log_event_get_shape  (TvLogEventKind      kind);
const TvColor  *tv_log_event_shape_get_color (TvLogEventShape shape);
guint           tv_log_event_get_palette_index (TvLogEventKind kind);
char           *tv_log_event_dup_label  (TvTrace            *trace,
                                         const TvDecodedLogLine *meaning);

G_END_DECLS
