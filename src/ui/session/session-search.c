/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The matches of a search, and requests to the views to scroll. A part of the session. Called by the search bar and
 * by views and dialogs with a location; the timeline handles the signals. Requests are not stored: they only emit a
 * signal. */

#include "ui/session/session-part.h"

typedef struct
{
  GArray *hits; /* (nullable): matching slices */
} SearchPart;

static SearchPart *
get_part (TvSession *self)
{
  return tv_session_get_part (self, TV_SESSION_PART_SEARCH);
}

static void
part_clear (gpointer data)
{
  SearchPart *part = data;

  g_clear_pointer (&part->hits, g_array_unref);
}

const TvSessionPart tv_session_part_search = { .size = sizeof (SearchPart), .clear = part_clear };

/* Returns: (transfer none) (nullable): the matching slices, sorted; %NULL without a search */
GArray *
tv_session_get_search_hits (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), NULL);
  return get_part (self)->hits;
}

/**
 * tv_session_set_search_hits:
 * @hits: (nullable) (element-type guint32): matching slices, sorted and immutable; %NULL without a search
 *
 * Sets the slices that views highlight as search hits.
 */
void
tv_session_set_search_hits (TvSession *self, GArray *hits)
{
  SearchPart *part;

  g_return_if_fail (TV_IS_SESSION (self));

  part = get_part (self);
  if (part->hits == hits)
    return;
  if (hits != NULL)
    g_array_ref (hits);
  g_clear_pointer (&part->hits, g_array_unref);
  part->hits = hits;
  tv_session_notify (self, TV_SESSION_PROP_SEARCH_HITS);
}

/* Asks the views to scroll to a track. */
void
tv_session_reveal_track (TvSession *self, guint32 track)
{
  guint32 n_tracks;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_trace_get_tracks (tv_session_get_trace (self), &n_tracks);
  if (track < n_tracks)
    g_signal_emit_by_name (self, "reveal-track", track);
}

/* Asks the views to scroll to a counter. @counter: index of a #TvCounterTrack */
void
tv_session_reveal_counter (TvSession *self, guint32 counter)
{
  guint32 n_counters;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_trace_get_counter_tracks (tv_session_get_trace (self), &n_counters);
  if (counter < n_counters)
    g_signal_emit_by_name (self, "reveal-counter", counter);
}

/* Asks the timeline to scroll smoothly until a time is in the middle. */
void
tv_session_reveal_time (TvSession *self, gint64 ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_signal_emit_by_name (self, "reveal-time", ns);
}

/* Asks the timeline to zoom smoothly, see tv_session_zoom(). */
void
tv_session_step_zoom (TvSession *self, double factor, gint64 about_ns)
{
  g_return_if_fail (TV_IS_SESSION (self));
  g_signal_emit_by_name (self, "step-zoom", factor, about_ns);
}
