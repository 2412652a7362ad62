/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/format.h"
#include "formats/method-trace/method-trace-keys.h"
#include "formats/method-trace/packets/method-trace-packets.h"

G_BEGIN_DECLS

/**
 * TvPacketTimes:
 * @frequency: frequency in Hz of the counter that measures wall time; 0 if wall times are in ns
 * @counter: value of the counter at the start of the trace; 0 if unknown
 *
 * Unit of times in the entries. CPU times are always in ns, because they are not read from the counter.
 */
typedef struct
{
  guint64 frequency;
  guint64 counter;
} TvPacketTimes;

gboolean tv_packets_read (const TvPacketStream *stream,
                          TvTraceBuilder       *builder,
                          TvPacketTimes         times,
                          gboolean              is_dual,
                          const TvReadContext  *context,
                          GError              **error);

gboolean tv_packets_read_clock (const TvPacketStream *stream,
                          gboolean              is_dual,
                          TvMethodClock        *clock,
                          gint64               *first,
                          GError              **error);
gboolean tv_packets_read_long_clock
                         (const TvPacketStream *stream,
                          TvClocks             *clocks,
                          TvClockReading       *first,
                          GError              **error);

G_END_DECLS
