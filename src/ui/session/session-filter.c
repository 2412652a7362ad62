/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the numbers of a session are about: a range of time, and one thread or all. */

#include "ui/session/session-private.h"

/* The thread that is counted, or %TV_NONE for all. */
guint32
tv_session_get_thread (TvSession *self)
{
  g_return_val_if_fail (TV_IS_SESSION (self), TV_NONE);
  return self->utid;
}

void
tv_session_set_thread (TvSession *self, guint32 utid)
{
  guint32 n_threads;

  g_return_if_fail (TV_IS_SESSION (self));

  tv_trace_get_threads (self->trace, &n_threads);
  if (utid >= n_threads)
    utid = TV_NONE;
  if (self->utid == utid)
    return;
  self->utid = utid;
  tv_session_notify (self, TV_SESSION_PROP_THREAD);
  tv_session_update_profile (self);
}

/* A thread's tracks, kept for whoever still counts them in a worker. */
static const guint8 *
get_tracks (TvSession *self, guint32 utid)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (self->trace, &n_tracks);
  guint8 *are_selected;

  if (self->tracks_of_threads == NULL)
    self->tracks_of_threads = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  are_selected = g_hash_table_lookup (self->tracks_of_threads, GUINT_TO_POINTER (utid));
  if (are_selected != NULL)
    return are_selected;

  are_selected = g_new0 (guint8, n_tracks + 1);
  for (guint32 track = 0; track < n_tracks; track++)
    are_selected[track] = tracks[track].utid == utid;
  g_hash_table_insert (self->tracks_of_threads, GUINT_TO_POINTER (utid), are_selected);
  return are_selected;
}

/**
 * tv_session_get_analysed:
 * @self: a session
 *
 * Returns: what is selected to be counted; its tracks stay as long as @self
 */
TvSelection
tv_session_get_analysed (TvSession *self)
{
  TvSelection selection = tv_selection_all ();
  gint64 start_ns, end_ns;

  g_return_val_if_fail (TV_IS_SESSION (self), selection);

  if (tv_session_get_selection (self, &start_ns, &end_ns))
    {
      selection.start_ns = start_ns;
      selection.end_ns = end_ns;
    }
  if (self->utid != TV_NONE)
    selection.tracks = get_tracks (self, self->utid);
  return selection;
}
