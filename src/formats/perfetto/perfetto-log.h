/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "formats/perfetto/perfetto-reader.h"

G_BEGIN_DECLS

/* Lines of the device log, and log messages in track events. */

void tv_perfetto_take_android_log (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message);
void tv_perfetto_take_log_message (TvPerfettoReader        *reader,
                                   const TvPerfettoMessage *message,
                                   gint64                   ts,
                                   TvSpan                   content,
                                   guint64                  track_uuid);

G_END_DECLS
