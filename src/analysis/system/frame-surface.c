/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-surface.h"

#include <glib/gi18n.h>

#include "analysis/system/main-thread.h"

/* Groups frames by surface or display. Called by the table of slices in a range, by the session when it lists similar
 * frames, and for labels. Pure: only reads the trace. */

#define ROWS_PER_CANCEL_CHECK 65536

/* Keys of arguments that contain the surface of a frame, or the token of a frame of the display */
#define SURFACE_KEY "Layer name"
#define DISPLAY_KEY "Display frame token"

/* Returns whether the slices of a track are expected or actual frames, or buffers of a surface. */
gboolean
tv_track_has_surfaces (const TvTrack *track)
{
  return track->role == TV_ROLE_EXPECTED_FRAMES || track->role == TV_ROLE_ACTUAL_FRAMES ||
         track->role == TV_ROLE_BUFFERS;
}

/* Returns the string id of a process's name, or else of its main thread's name. */
static guint32
find_process_name (TvTrace *trace, guint32 upid)
{
  const TvProcess *process = &tv_trace_get_processes (trace, NULL)[upid];
  guint32 utid = process->name == TV_NONE ? tv_main_thread_find (trace, upid) : TV_NONE;

  return utid != TV_NONE ? tv_trace_get_threads (trace, NULL)[utid].name : process->name;
}

/**
 * tv_frame_find_surface:
 * @trace: a trace
 * @track: track for which tv_track_has_surfaces() is true
 * @slice: slice of the track
 *
 * Returns: string id of the name of the frame's surface, or else of its process; %TV_NONE for the display
 */
guint32
tv_frame_find_surface (TvTrace *trace, const TvTrack *track, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 n, set = slices->arg_set != NULL ? slices->arg_set[slice] : TV_NONE;
  const TvArg *args = set != TV_NONE ? tv_trace_get_args (trace, set, &n) : NULL;
  gboolean is_of_display = FALSE;

  if (track->role == TV_ROLE_BUFFERS)
    return track->name;
  for (guint32 i = 0; args != NULL && i < n; i++)
    {
      const char *key = tv_trace_get_string (trace, tv_arg_get_key (&args[i]));

      if (g_str_equal (key, SURFACE_KEY))
        return tv_arg_get_string (&args[i]);
      is_of_display |= g_str_equal (key, DISPLAY_KEY);
    }
  return is_of_display || track->upid == TV_NONE ? TV_NONE : find_process_name (trace, track->upid);
}

/**
 * tv_frame_dup_surface_label:
 * @trace: a trace
 * @role: role of the frames' tracks
 * @surface: result of tv_frame_find_surface()
 *
 * Returns: (transfer full): label of all frames with this role and surface
 */
char *
tv_frame_dup_surface_label (TvTrace *trace, TvTrackRole role, guint32 surface)
{
  const char *name = surface != TV_NONE ? tv_trace_get_string (trace, surface)
                                        /* Translators: frames of the display, not of a surface */
                                        : _("display");

  return role == TV_ROLE_EXPECTED_FRAMES
             /* Translators: expected frames of a surface */
             ? g_strdup_printf (_("Expected frames: %s"), name)
             /* Translators: actual frames of a surface */
             : g_strdup_printf (_("Frames: %s"), name);
}

/**
 * tv_frame_find_same:
 * @trace: a trace
 * @slice: a slice
 * @cancellable: (nullable): a #GCancellable
 *
 * Returns: (transfer full) (element-type guint32) (nullable): all frames with the same surface and role, in ascending
 * order; %NULL if @slice is not a frame, or if cancelled
 */
GArray *
tv_frame_find_same (TvTrace *trace, guint32 slice, GCancellable *cancellable)
{
  guint32 n_tracks;
  const TvTrack *tracks = tv_trace_get_tracks (trace, &n_tracks);
  const TvTrack *track = &tracks[tv_trace_find_track_at (trace, slice)];
  g_autoptr (GArray) rows = NULL;
  guint32 surface;

  if (!tv_track_has_surfaces (track))
    return NULL;
  rows = g_array_new (FALSE, FALSE, sizeof (guint32));
  surface = tv_frame_find_surface (trace, track, slice);
  for (guint32 t = 0; t < n_tracks; t++)
    for (guint32 i = 0; tracks[t].role == track->role && i < tracks[t].n_slices; i++)
      {
        guint32 row = tracks[t].first_slice + i;

        if (i % ROWS_PER_CANCEL_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
          return NULL;
        if (tv_frame_find_surface (trace, &tracks[t], row) == surface)
          g_array_append_val (rows, row);
      }
  return g_steal_pointer (&rows);
}
