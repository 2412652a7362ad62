/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/cut.h"
#include "formats/ftrace/ftrace-needs.h"
#include "formats/perfetto/perfetto-clocks.h"
#include "formats/perfetto/perfetto-packet.h"

G_BEGIN_DECLS

/**
 * TvPerfettoBundleCutter:
 *
 * Cuts bundles of kernel events. The task that a compact switch ends is the one that the switch before it started.
 * Compact events before the part are therefore written as ordinary events, if they are needed, and so is the last
 * switch before the part:
 *
 *   compact   s1  s2  s3  s4 │ s5  s6        s2 starts a state that reaches into the part
 *   written   events s2, s4; compact s5 s6
 *
 * If threads are selected, all compact events that they need are written as ordinary ones.
 */
typedef struct _TvPerfettoBundleCutter TvPerfettoBundleCutter;

TvPerfettoBundleCutter *tv_perfetto_bundle_cutter_new    (TvCut                  *cut,
                                                          TvFtraceNeeds          *needs,
                                                          TvTraceBuilder         *strings);
void                    tv_perfetto_bundle_cutter_free   (TvPerfettoBundleCutter *self);
void                    tv_perfetto_bundle_cutter_begin  (TvPerfettoBundleCutter *self,
                                                          TvPerfettoClocks       *clocks);
void                    tv_perfetto_bundle_cutter_survey (TvPerfettoBundleCutter *self,
                                                          const TvPerfettoPacket *packet);
gboolean                tv_perfetto_bundle_cutter_cut    (TvPerfettoBundleCutter *self,
                                                          const TvPerfettoPacket *packet,
                                                          GByteArray             *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPerfettoBundleCutter, tv_perfetto_bundle_cutter_free)

G_END_DECLS
