/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-compact-sched.h"
#include "formats/perfetto/perfetto-packet.h"

G_BEGIN_DECLS

/**
 * TvPerfettoPrepared:
 * @compact: decoded CompactSched of the packets
 * @compact_messages: #TvPerfettoCompactMessage: those of a packet one after the other
 *
 * A store of a #TvPerfettoPreparation: parts of packets that are decoded without the state of their sequence.
 */
typedef struct
{
  TvPerfettoCompactSched compact;
  GArray *compact_messages;
} TvPerfettoPrepared;

TvPerfettoPrepared *tv_perfetto_prepared_new   (void);
void                tv_perfetto_prepared_free  (TvPerfettoPrepared *self);
void                tv_perfetto_prepared_empty (gpointer            self);
void                tv_perfetto_prepared_add   (gpointer            self,
                                                TvPerfettoPacket   *packet);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPerfettoPrepared, tv_perfetto_prepared_free)

G_END_DECLS
