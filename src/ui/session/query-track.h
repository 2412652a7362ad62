/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/session/session-query-tracks.h"

G_BEGIN_DECLS

TvQueryTrack *tv_query_track_run (TvTrace                  *trace,
                                  const TvQueryTrackSource *source,
                                  GCancellable             *cancellable,
                                  GError                  **error);

G_END_DECLS
