/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What was looked for, and what is to be brought into sight. */

#include "ui/session/session-private.h"

/* (transfer none) (nullable) */
GArray *
tv_session_get_search_hits (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return self->search_hits;
}

/**
 * tv_session_set_search_hits:
 * @hits: (nullable) (element-type guint32): slices, sorted, which do not change any more; %NULL
 *   where nothing is looked for
 *
 * What a search found, so that it can be marked.
 */
void
tv_session_set_search_hits (TvSession *self, GArray *hits)
{
  g_return_if_fail (TV_IS_SESSION (self));

  if (self->search_hits == hits)
    return;
  if (hits != NULL)
    g_array_ref (hits);
  g_clear_pointer (&self->search_hits, g_array_unref);
  self->search_hits = hits;
  tv_session_notify (self, TV_SESSION_PROP_SEARCH_HITS);
}

/* Asks the views to bring a track, such as a thread's, into sight. */
void
tv_session_reveal_track (TvSession *self, guint32 track)
{
  guint32 n_tracks;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_trace_get_tracks (self->trace, &n_tracks);
  if (track < n_tracks)
    g_signal_emit_by_name (self, "reveal-track", track);
}

/* The same for a counter: the row of its #TvCounterTrack. */
void
tv_session_reveal_counter (TvSession *self, guint32 counter)
{
  guint32 n_counters;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_trace_get_counter_tracks (self->trace, &n_counters);
  if (counter < n_counters)
    g_signal_emit_by_name (self, "reveal-counter", counter);
}

/* Asks for a time to be brought into the middle. What shows it goes there as fast as the eye can
 * follow, and where it is going to counts as where it is. */
void
tv_session_reveal_time (TvSession *self, gint64 ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_signal_emit_by_name (self, "reveal-time", ns);
}

/* The same for tv_session_zoom(). */
void
tv_session_step_zoom (TvSession *self, double factor, gint64 about_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_signal_emit_by_name (self, "step-zoom", factor, about_ns);
}
