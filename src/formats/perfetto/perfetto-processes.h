/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Processes and threads from the recorder's lists, with names and owners, and memory counters of processes. */

void tv_perfetto_survey_process_tree (TvFtraceReuse          *reuse,
                                     TvSpan                   message);
void tv_perfetto_take_process_tree  (TvPerfettoReader        *reader,
                                     const TvPerfettoMessage *message);
void tv_perfetto_take_process_stats (TvPerfettoReader        *reader,
                                     const TvPerfettoMessage *message);
void tv_perfetto_take_process       (TvPerfettoReader        *reader,
                                     const TvPerfettoMessage *message);
void tv_perfetto_take_thread        (TvPerfettoReader        *reader,
                                     const TvPerfettoMessage *message);

G_END_DECLS
