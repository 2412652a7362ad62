/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/unfinished.h"

/* Finds the slices that had not ended when a freeze was reported. Called only by incident-freeze.c, which links to
 * these slices. Pure: only reads the trace. */

/**
 * tv_unfinished_find_event:
 * @trace: a trace
 * @event: running event of a queue
 *
 * Returns: slice of the event on a track of its thread, or %TV_NONE
 */
guint32
tv_unfinished_find_event (TvTrace *trace, const TvQueueEvent *event)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);

  for (guint32 i = 0; i < n && event->utid != TV_NONE && event->began != TV_NO_TIME; i++)
    {
      guint32 slice;

      if (tracks[i].kind != TV_TRACK_THREAD || tracks[i].utid != event->utid)
        continue;
      slice = tv_trace_find_slice_at (trace, i, TV_NONE, event->began);
      if (slice != TV_NONE && slices->flags[slice] & TV_SLICE_UNFINISHED &&
          tv_slices_start (slices, slice) == event->began)
        return slice;
    }
  return TV_NONE;
}

static guint32
find_by_length (TvTrace *trace, const TvTrack *track, const char *name, gint64 ns)
{
  const TvSlices *slices = tv_trace_get_slices (trace);

  for (guint32 i = track->first_slice; i < track->first_slice + track->n_slices; i++)
    {
      guint32 symbol = tv_slices_symbol (slices, i);

      if (slices->flags[i] & TV_SLICE_UNFINISHED &&
          tv_slices_end (slices, i) - tv_slices_start (slices, i) == ns &&
          g_strcmp0 (tv_trace_get_string (trace, tv_trace_get_symbols (trace, NULL)[symbol].name),
                     name) == 0)
        return i;
    }
  return TV_NONE;
}

/**
 * tv_unfinished_find_call:
 * @trace: a trace
 * @call: pending call to another process
 *
 * Returns: slice of the call on a track of the calling process, or %TV_NONE
 */
guint32
tv_unfinished_find_call (TvTrace *trace, const TvDumpTransaction *call)
{
  g_autofree char *name = g_strdup_printf ("call to %u", call->to_pid);
  guint32 n, found = TV_NONE;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n);
  const TvProcess *processes = tv_trace_get_processes (trace, NULL);

  for (guint32 i = 0; i < n && found == TV_NONE; i++)
    if (tracks[i].kind == TV_TRACK_ASYNC && tracks[i].role == TV_ROLE_BINDER &&
        tracks[i].upid != TV_NONE && processes[tracks[i].upid].pid == call->from_pid)
      found = find_by_length (trace, &tracks[i], name, call->wait_ns);
  return found;
}
