/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Metadata of a trace and its device, and losses of the recorder. */

void tv_perfetto_take_system_info (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_take_config      (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_take_attributes  (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_take_trace_stats (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_take_ftrace_stats (TvPerfettoReader       *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_take_uuid        (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_take_trigger     (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_take_cpu_info    (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_take_game_interventions (TvPerfettoReader        *reader,
                                          const TvPerfettoMessage *message);
void tv_perfetto_take_packages    (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_emit_metadata       (TvPerfettoReader        *reader);

G_END_DECLS
