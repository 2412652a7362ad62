/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/slice-kind.h"

#include "analysis/system/frame-surface.h"
#include "analysis/system/slice-states.h"

/* Selects, from slices with the same name, those of the same kind, so that their durations are comparable. Called
 * only by the session for the list of occurrences (ui/session/session-selection.c). Pure: returns a new list. */

#define ROWS_PER_CANCEL_CHECK 65536

/* Kinds of slices. Durations of different kinds are not comparable, although the slices may have the same name. */
typedef enum
{
  KIND_SLICES,
  KIND_RUNS,
  KIND_STATES,
  KIND_ACTUAL_FRAMES,
  KIND_BUFFERS,
  KIND_EXPECTED_FRAMES,
  N_KINDS,
} Kind;

static Kind
get_kind (const TvTrack *track)
{
  if (track->role == TV_ROLE_EXPECTED_FRAMES)
    return KIND_EXPECTED_FRAMES;
  if (tv_track_has_surfaces (track))
    return track->role == TV_ROLE_BUFFERS ? KIND_BUFFERS : KIND_ACTUAL_FRAMES;
  if (track->kind == TV_TRACK_THREAD_STATE)
    return KIND_STATES;
  return track->kind == TV_TRACK_CPU ? KIND_RUNS : KIND_SLICES;
}

/* Returns the track of a row. Rows must be passed in ascending order; @track is the track of the previous one, or
 * TV_NONE. */
static guint32
follow_track (TvTrace *trace, guint32 track, guint32 row)
{
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);

  return track == TV_NONE || row >= tracks[track].first_slice + tracks[track].n_slices
             ? tv_trace_find_track_at (trace, row)
             : track;
}

/* Returns the kind of @slice or, if it is TV_NONE, the first kind that any of the rows has. */
static Kind
choose_kind (TvTrace *trace, const GArray *rows, guint32 slice)
{
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  guint32 track = TV_NONE;
  Kind kind = N_KINDS;

  if (slice != TV_NONE)
    return get_kind (&tracks[tv_trace_find_track_at (trace, slice)]);
  for (guint i = 0; i < rows->len && kind > 0; i++)
    {
      track = follow_track (trace, track, g_array_index (rows, guint32, i));
      kind = MIN (kind, get_kind (&tracks[track]));
    }
  return kind;
}

/**
 * tv_slices_filter_kind:
 * @trace: a trace
 * @occurrences: (element-type guint32): slices with the same name, in ascending order
 * @slice: slice that determines the kind; %TV_NONE for the kind of the first slice that has one
 * @utid: thread whose slices are kept, or %TV_NONE for all threads
 * @cancellable: (nullable): a #GCancellable
 *
 * Selects the slices of one kind. Slices, thread states, and expected and actual frames can have the same name.
 *
 * Returns: (transfer full) (element-type guint32) (nullable): slices of one kind; a reference to @occurrences if all
 * slices are kept; %NULL if cancelled
 */
GArray *
tv_slices_filter_kind (TvTrace *trace,
                       GArray *occurrences,
                       guint32 slice,
                       guint32 utid,
                       GCancellable *cancellable)
{
  const TvTrack *tracks = tv_trace_get_tracks (trace, NULL);
  Kind kind = choose_kind (trace, occurrences, slice);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 track = TV_NONE;

  for (guint i = 0; i < occurrences->len; i++)
    {
      guint32 row = g_array_index (occurrences, guint32, i);

      if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return NULL;
      track = follow_track (trace, track, row);
      if (get_kind (&tracks[track]) == kind &&
          (utid == TV_NONE || tv_slice_get_thread (trace, row) == utid))
        g_array_append_val (rows, row);
    }
  return rows->len == occurrences->len ? g_array_ref (occurrences) : g_steal_pointer (&rows);
}
