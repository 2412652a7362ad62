/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-compact-sched.h"
#include "formats/perfetto/perfetto-packet.h"

G_BEGIN_DECLS

/**
 * TvPerfettoPrepared:
 * @compact: decoded events and names of CompactSched
 * @compact_messages: #TvPerfettoCompactMessage: messages in packet order
 *
 * Data of packets that workers decode in advance, because it does not depend on the state of a sequence. A store of
 * #TvPerfettoPreparation.
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
