/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/**
 * TvLogDecoder:
 * @decode: decodes lines of a trace whose log lines are sorted by time; returns (transfer full)
 *   (element-type TvLogMeaning): the decoded lines, by line
 * @pair: matches starts and ends: sets durations and start lines of decoded lines
 *
 * Hook of finishing, which decodes log lines. Without one, the builder adds only jumps of the clock.
 */
typedef struct _TvLogDecoder
{
  GArray *(*decode) (TvTrace *trace);
  void (*pair) (TvTrace *trace, GArray *meanings);
} TvLogDecoder;

void tv_trace_builder_set_log_decoder (TvTraceBuilder     *self,
                                       const TvLogDecoder *decoder);

G_END_DECLS
