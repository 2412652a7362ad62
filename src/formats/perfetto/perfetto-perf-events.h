/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/proto-field.h"

G_BEGIN_DECLS

/**
 * TvPerfettoPerfEvent:
 * @name: string id of the name, such as "cpu-cycles"
 * @period: number of events per sample; 0 if not set
 * @frequency: number of samples per second; 0 if not set
 *
 * An event that triggers samples or is counted with them.
 */
typedef struct
{
  guint32 name;
  guint64 period;
  guint64 frequency;
} TvPerfettoPerfEvent;

void tv_perfetto_parse_perf_events (TvSpan          defaults,
                               TvTraceBuilder *builder,
                               GArray         *events);

G_END_DECLS
