/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/trace.h"

G_BEGIN_DECLS

/* Groups frames by surface or display. Names of frames are not suitable for grouping, because they are tokens, which
 * are nearly unique. */

gboolean  tv_track_has_surfaces      (const TvTrack *track);
guint32   tv_frame_find_surface      (TvTrace       *trace,
                                      const TvTrack *track,
                                      guint32        slice);
char     *tv_frame_dup_surface_label (TvTrace       *trace,
                                      TvTrackRole    role,
                                      guint32        surface);
GArray   *tv_frame_find_same         (TvTrace       *trace,
                                      guint32        slice,
                                      GCancellable  *cancellable);

G_END_DECLS
