/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/cut.h"
#include "formats/ftrace/ftrace-needs.h"
#include "formats/perfetto/perfetto-clocks.h"
#include "formats/perfetto/perfetto-packet.h"

G_BEGIN_DECLS

/**
 * TvPerfettoFtraceBundleCutter:
 *
 * Cuts bundles of kernel events. A compact switch omits the task that leaves the CPU, because it is the task that the
 * previous switch started. Therefore, needed compact events before the cut range, and the last switch before the
 * range, are written as ordinary events:
 *
 *   compact   s1  s2  s3  s4 │ s5  s6        s2 starts a state that extends into the range
 *   written   events s2, s4; compact s5 s6
 *
 * If threads are selected, all needed compact events are written as ordinary events.
 *
 * Call order: tv_perfetto_ftrace_bundle_cutter_begin(), _survey() for all packets, _begin() again, _cut() for all
 * packets.
 */
typedef struct _TvPerfettoBundleCutter TvPerfettoFtraceBundleCutter;

TvPerfettoFtraceBundleCutter *tv_perfetto_ftrace_bundle_cutter_new    (TvCut                  *cut,
                                                          TvFtraceNeeds          *needs,
                                                          TvTraceBuilder         *strings);
void                    tv_perfetto_ftrace_bundle_cutter_free   (TvPerfettoFtraceBundleCutter *self);
void                    tv_perfetto_ftrace_bundle_cutter_begin  (TvPerfettoFtraceBundleCutter *self,
                                                          TvPerfettoClocks       *clocks);
void                    tv_perfetto_ftrace_bundle_cutter_survey (TvPerfettoFtraceBundleCutter *self,
                                                          const TvPerfettoPacket *packet);
gboolean                tv_perfetto_ftrace_bundle_cutter_cut    (TvPerfettoFtraceBundleCutter *self,
                                                          const TvPerfettoPacket *packet,
                                                          GByteArray             *out);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvPerfettoFtraceBundleCutter, tv_perfetto_ftrace_bundle_cutter_free)

G_END_DECLS
