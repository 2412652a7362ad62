/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Order of nested tracks without a thread. */

#include "paint/timeline/layout-private.h"

/* Returns: the parent of a track, or %TV_NONE */
guint32
tv_timeline_get_outer_lane (const TvTrack *tracks, guint32 id)
{
  const TvTrack *track = &tracks[id];
  guint32 parent = track->layer == 0 ? track->parent : TV_NONE;

  return parent != TV_NONE && parent < id && tracks[parent].kind == TV_TRACK_ASYNC &&
                 tracks[parent].upid == track->upid
             ? parent
             : TV_NONE;
}

/* Orders tracks depth first, each after its parent. Tracks without slices count if they have children with
 * slices.
 *
 * Returns: (transfer full): positions by track, from 1; 0 for other tracks */
guint64 *
tv_timeline_place_lanes (const TvTrack *tracks, guint32 n_tracks)
{
  guint64 *places = g_new0 (guint64, n_tracks + 1);
  g_autofree guint32 *n_inside = g_new0 (guint32, n_tracks + 1); /* including itself */
  g_autofree guint64 *next = g_new0 (guint64, n_tracks + 1);     /* position of the next child */
  guint64 n_lanes = 0;

  for (guint32 id = n_tracks; id-- > 0;)
    {
      guint32 outer = tv_timeline_get_outer_lane (tracks, id);

      if (tracks[id].kind != TV_TRACK_ASYNC || tracks[id].layer > 0)
        continue;
      n_inside[id] += tracks[id].n_slices > 0 || n_inside[id] > 0;
      if (outer != TV_NONE)
        n_inside[outer] += n_inside[id];
    }
  for (guint32 id = 0; id < n_tracks; id++)
    {
      guint32 outer = tv_timeline_get_outer_lane (tracks, id);
      guint64 *at = outer != TV_NONE ? &next[outer] : &n_lanes;

      if (n_inside[id] == 0)
        continue;
      places[id] = ++*at;
      next[id] = places[id];
      *at += n_inside[id] - 1;
    }
  return places;
}
