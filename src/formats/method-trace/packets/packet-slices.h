/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace-builder.h"
#include "formats/method-trace/method-trace-keys.h"
#include "formats/method-trace/packets/method-trace-times.h"
#include "formats/method-trace/packets/packet-blocks.h"

G_BEGIN_DECLS

/* Time in ns between two wraparounds. Some writers truncate times in ns to 32 bits, which wrap around every 4.3
 * s. */
#define TV_PACKET_WRAP_NS (G_GINT64_CONSTANT (1) << 32)

/**
 * TvPacketUnit:
 * @clock: clock of an entry's first time
 * @wall: conversion of wall times to ns
 * @is_short: whether the writer truncated times to 32 bits
 * @tick_ns: unit of times in the trace in ns
 * @is_ns: whether @tick_ns is 1
 * @base: offset in ticks, subtracted from all times
 * @is_wide: whether times in ticks need more than 32 bits
 * @first_track: track of the first thread; the tracks of all threads are consecutive
 *
 * Converts times of the file to times of the trace.
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

gboolean tv_packet_slices_build (TvPacketBlocks           *blocks,
                                 const TvMethodTraceKeys  *keys,
                                 const TvPacketUnit       *unit,
                                 GError                  **error);

G_END_DECLS
