/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finds the corresponding call in another run. For example, the third call of a method on the main thread corresponds
 * to the third call on the main thread of the other run. If several threads have the same name, they are matched in
 * order. Called by the session to select the same call in the baseline. Pure: only reads both traces. */

#include "analysis/compare/call-pair.h"

#include "analysis/calls/occurrences.h"

/* ---- Tracks ---- */

static const char *
get_thread_name (TvTrace *trace, guint32 utid)
{
  return utid != TV_NONE
             ? tv_trace_get_string (trace, tv_trace_get_threads (trace, NULL)[utid].name)
             : NULL;
}

static const char *
get_process_name (TvTrace *trace, const TvTrack *track)
{
  guint32 upid = track->utid != TV_NONE ? tv_trace_get_threads (trace, NULL)[track->utid].upid
                                        : track->upid;

  return upid != TV_NONE
             ? tv_trace_get_string (trace, tv_trace_get_processes (trace, NULL)[upid].name)
             : NULL;
}

/* Returns whether two tracks have the same kind, role and name, and belong to threads and processes with the same
 * names. */
static gboolean
are_alike (TvTrace *trace, const TvTrack *track, TvTrace *other, const TvTrack *other_track)
{
  return track->kind == other_track->kind && track->role == other_track->role &&
         g_strcmp0 (tv_trace_get_string (trace, track->name),
                    tv_trace_get_string (other, other_track->name)) == 0 &&
         g_strcmp0 (get_thread_name (trace, track->utid),
                    get_thread_name (other, other_track->utid)) == 0 &&
         g_strcmp0 (get_process_name (trace, track), get_process_name (other, other_track)) == 0;
}

/* Returns the corresponding track of the other run: among the tracks that are alike (see are_alike()), the one with
 * the same index. Returns TV_NONE if there is none. */
static guint32
find_track (TvTrace *trace, guint32 track, TvTrace *other)
{
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  guint32 n_others, n_before = 0;
  const TvTrack *others = tv_trace_get_tracks (other, &n_others);

  for (guint32 i = 0; i < track; i++)
    n_before += are_alike (trace, &tracks[track], trace, &tracks[i]);
  for (guint32 i = 0; i < n_others; i++)
    if (are_alike (trace, &tracks[track], other, &others[i]) && n_before-- == 0)
      return i;
  return TV_NONE;
}

/* ---- Calls ---- */

/* Returns the number of calls on earlier tracks, plus the number of calls on @track that start before @ns. */
static guint
count_before_time (const TvCallSet *self, guint32 track, gint64 ns)
{
  return tv_occurrences_count_before (self->calls,
                                      tv_trace_find_slice_from (self->trace, track, ns));
}

/* Returns whether the slices of a track are calls, which have a meaningful order. States and runs are not calls;
 * async slices can overlap, so their order is ambiguous. */
static gboolean
has_calls (const TvTrack *track)
{
  return track->kind == TV_TRACK_THREAD || track->kind == TV_TRACK_THREAD_EXTRA;
}

/**
 * tv_call_pair_find:
 * @from: calls of a method in one run
 * @slice: one of these calls
 * @to: calls of the same method in another run
 *
 * Returns: the call with the same index among the counted calls on the corresponding track; %TV_NONE if there is
 * none, or if both runs are in the same trace
 */
guint32
tv_call_pair_find (const TvCallSet *from, guint32 slice, const TvCallSet *to)
{
  gint64 ns = tv_slices_start (tv_trace_get_slices (from->trace), slice);
  guint32 track = tv_trace_find_track_at (from->trace, slice), other;
  guint index;

  if (from->trace == to->trace || ns < from->start_ns || ns >= from->end_ns ||
      !has_calls (&tv_trace_get_tracks (from->trace, NULL)[track]))
    return TV_NONE;
  other = find_track (from->trace, track, to->trace);
  if (other == TV_NONE)
    return TV_NONE;
  index = count_before_time (to, other, to->start_ns) +
          tv_occurrences_count_before (from->calls, slice) -
          count_before_time (from, track, from->start_ns);
  return index < count_before_time (to, other, to->end_ns)
             ? g_array_index (to->calls, guint32, index)
             : TV_NONE;
}
