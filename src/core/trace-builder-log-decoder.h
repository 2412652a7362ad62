/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"

G_BEGIN_DECLS

/**
 * TvLogDecoder:
 * @decode: decodes the log lines of a trace, which are sorted by time; returns (transfer full) (element-type
 *   TvDecodedLogLine): the decoded lines, sorted by line
 * @pair: matches starts and ends, and sets the durations and start lines of decoded lines
 *
 * Callbacks with which the builder decodes log lines when it finishes a trace. Without a decoder, only clock jumps
 * are decoded.
 */
typedef struct _TvLogDecoder
{
  GArray *(*decode) (TvTrace *trace);
  void (*pair) (TvTrace *trace, GArray *meanings);
} TvLogDecoder;

void tv_trace_builder_set_log_decoder (TvTraceBuilder     *self,
                                       const TvLogDecoder *decoder);

G_END_DECLS
