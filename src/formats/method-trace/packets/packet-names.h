/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/method-trace-keys.h"
#include "formats/method-trace/packets/packet-blocks.h"

G_BEGIN_DECLS

/**
 * TvPacketNames:
 * @keys: threads, options, and called methods
 * @stream: packets
 * @listed: method id → row of @method_packets
 * @method_packets: gsize: file offsets of the method packets
 * @methods_walk: walk that rereads the method packets
 *
 * Names and options of a packet trace. Some writers list all existing methods; only called methods are added to the
 * trace.
 */
typedef struct
{
  TvMethodTraceKeys keys;
  const TvPacketStream *stream;
  TvIdMap listed;
  GArray *method_packets;
  TvPacketWalk methods_walk;
} TvPacketNames;

void     tv_packet_names_init       (TvPacketNames        *self,
                                     const TvPacketStream *stream,
                                     TvTraceBuilder       *builder);
void     tv_packet_names_clear      (TvPacketNames        *self);
gboolean tv_packet_names_read       (TvPacketNames        *self,
                                     TvPacketBlocks       *blocks,
                                     gsize                *end,
                                     const TvReadContext  *context,
                                     GError              **error);
void     tv_packet_names_add_method (TvPacketNames        *self,
                                     guint64               id,
                                     gint64                where);

G_END_DECLS
