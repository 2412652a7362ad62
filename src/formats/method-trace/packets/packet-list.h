/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/method-trace/packets/packet-slices.h"

G_BEGIN_DECLS

void tv_packet_list_read (GArray                  *records,
                          TvPacketBlocks          *blocks,
                          const TvMethodTraceKeys *keys,
                          const TvPacketUnit      *unit);

G_END_DECLS
