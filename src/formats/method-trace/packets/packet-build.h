/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/method-trace/method-trace-keys.h"
#include "formats/method-trace/records/method-trace-times.h"
#include "formats/method-trace/packets/packet-blocks.h"

G_BEGIN_DECLS

/* Some writers kept times in 32 bits, though in ns they run over every 4.3 s. */
#define TV_PACKET_WRAP_NS (G_GINT64_CONSTANT (1) << 32)

/**
 * TvPacketUnit:
 * @clock: which clock the first time of an entry is of
 * @wall: how wall times are counted
 * @is_short: times have 32 bits
 * @tick_ns: what the trace counts in
 * @is_ns: that is 1
 * @base: ticks
 * @is_wide: ticks need more than 32 bits
 * @first_track: that of the first thread; the others' follow it
 *
 * What becomes of the times of a file.
 */
typedef struct
{
  TvMethodClock clock;
  TvWallClock wall;
  gboolean is_short;
  gint64 tick_ns;
  gboolean is_ns;
  gint64 base;
  gboolean is_wide;
  guint32 first_track;
} TvPacketUnit;

gboolean tv_packets_build (TvPacketBlocks          *blocks,
                           const TvMethodTraceKeys *keys,
                           const TvPacketUnit      *unit,
                           GError                 **error);

G_END_DECLS
