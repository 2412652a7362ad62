/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Decoders of system, battery, power and display counters. */

TvPerfettoSources *tv_perfetto_sources_new           (void);
void               tv_perfetto_sources_free          (TvPerfettoSources       *self);
void               tv_perfetto_take_sys_stats        (TvPerfettoReader        *reader,
                                                      const TvPerfettoMessage *message);
void               tv_perfetto_take_battery          (TvPerfettoReader        *reader,
                                                      const TvPerfettoMessage *message);
void               tv_perfetto_take_power_rails      (TvPerfettoReader        *reader,
                                                      const TvPerfettoMessage *message);
void               tv_perfetto_take_entity_states    (TvPerfettoReader        *reader,
                                                      const TvPerfettoMessage *message);
void               tv_perfetto_take_system_property  (TvPerfettoReader        *reader,
                                                      const TvPerfettoMessage *message);
void               tv_perfetto_take_display_state    (TvPerfettoReader        *reader,
                                                      const TvPerfettoMessage *message);

G_END_DECLS
