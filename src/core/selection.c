/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/selection.h"

/**
 * tv_selection_all:
 *
 * Returns: the selection of all time and all tracks
 */
TvSelection
tv_selection_all (void)
{
  return (TvSelection){ .start_ns = G_MININT64, .end_ns = G_MAXINT64 };
}

/**
 * tv_selection_is_all:
 * @self: (nullable): a selection; %NULL stands for everything
 *
 * Returns: whether nothing is left out
 */
gboolean
tv_selection_is_all (const TvSelection *self)
{
  return self == NULL ||
         (self->start_ns == G_MININT64 && self->end_ns == G_MAXINT64 && self->tracks == NULL);
}

/**
 * tv_selection_has_track:
 * @self: (nullable): a selection
 * @track: a track of the trace it was made for
 *
 * Returns: whether @track is selected
 */
gboolean
tv_selection_has_track (const TvSelection *self, guint32 track)
{
  return self == NULL || self->tracks == NULL || self->tracks[track] != 0;
}
