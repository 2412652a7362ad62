/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/trace.h"

G_BEGIN_DECLS

/**
 * TvSelection:
 * @start_ns: first nanosecond of the range of time
 * @end_ns: the nanosecond after its last
 * @tracks: (nullable): one byte per track, non-zero where it is selected; %NULL = all
 *
 * What part of a trace an analysis is about. It is a value: copy it, it owns nothing.
 */
typedef struct
{
  gint64 start_ns;
  gint64 end_ns;
  const guint8 *tracks;
} TvSelection;

TvSelection tv_selection_all       (void);
gboolean    tv_selection_is_all    (const TvSelection *self);
gboolean    tv_selection_has_track (const TvSelection *self,
                                    guint32            track);

G_END_DECLS
