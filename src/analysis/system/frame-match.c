/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analysis/system/frame-match.h"

#include <string.h>

/* Finds the slices of a frame by its token: the expected and the actual frame, and the work of threads. Called only
 * for the properties of a frame (ui/properties/frame-properties.c). Pure: only reads the trace. */

/* Maximum interval in ns between a frame and its slices */
#define NEAR_NS (G_GINT64_CONSTANT (1000000000))

/* Prefixes of the names of slices that work on frames, from Android's Choreographer, RenderThread and SurfaceFlinger */
static const char *const marks[] = {
  "Choreographer#doFrame ", "DrawFrames ",       "DrawFrame ", "commit ", "composite ",
  "onMessageInvalidate ",   "onMessageRefresh ",
};

/* Names of OpenHarmony's slices contain the token, but do not end with it. */
#define VSYNC    "ReceiveVsync "
#define VSYNC_ID " vsyncId:"
#define DIGITS   "0123456789"

typedef struct
{
  TvTrace *trace;
  const TvSlices *slices;
  const TvTrack *tracks;
  guint32 n_tracks;
  gint64 start_ns; /* start of the range to search, in ns */
  gint64 end_ns;
} Near;

static Near
find_near (TvTrace *trace, guint32 slice)
{
  Near self = { .trace = trace, .slices = tv_trace_get_slices (trace) };

  self.tracks = tv_trace_get_tracks (trace, &self.n_tracks);
  self.start_ns = tv_slices_start (self.slices, slice);
  tv_add_ns (&self.start_ns, -NEAR_NS);
  self.end_ns = tv_slices_end (self.slices, slice);
  tv_add_ns (&self.end_ns, NEAR_NS);
  return self;
}

/* Returns the first row of a track in the range. @end: (out): end of the rows */
static guint32
find_rows (const Near *self, guint32 track, guint32 *end)
{
  *end = tv_trace_find_slice_from (self->trace, track, self->end_ns);
  return tv_trace_find_slice_from (self->trace, track, self->start_ns);
}

static const char *
get_name (TvTrace *trace, guint32 symbol)
{
  const TvSymbol *s = &tv_trace_get_symbols (trace, NULL)[symbol];

  return s->class_name == TV_NONE ? tv_trace_get_string (trace, s->name) : NULL;
}

/* Returns: (transfer full) (nullable): the token in the name of a slice */
static char *
dup_token (const char *name)
{
  const char *token = NULL;
  gsize size;

  for (gsize i = 0; name != NULL && token == NULL && i < G_N_ELEMENTS (marks); i++)
    if (g_str_has_prefix (name, marks[i]))
      token = name + strlen (marks[i]);
  if (token != NULL)
    size = strspn (token, DIGITS) == strlen (token) ? strlen (token) : 0;
  else if (name != NULL && g_str_has_prefix (name, VSYNC) &&
           (token = strstr (name, VSYNC_ID)) != NULL)
    {
      token += strlen (VSYNC_ID);
      token += strspn (token, " ");
      size = strspn (token, DIGITS);
    }
  else
    return NULL;
  return size > 0 ? g_strndup (token, size) : NULL;
}

static gboolean
is_frame (const TvTrack *track)
{
  return track->role == TV_ROLE_ACTUAL_FRAMES || track->role == TV_ROLE_EXPECTED_FRAMES;
}

/* Returns the first frame of a process with the given role and name, or TV_NONE. */
static guint32
find_frame (const Near *self, TvTrackRole role, guint32 upid, const char *name)
{
  for (guint32 track = 0; track < self->n_tracks; track++)
    {
      guint32 end;

      if (self->tracks[track].role != role || self->tracks[track].upid != upid)
        continue;
      for (guint32 row = find_rows (self, track, &end); row < end; row++)
        if (g_strcmp0 (get_name (self->trace, tv_slices_symbol (self->slices, row)), name) == 0)
          return row;
    }
  return TV_NONE;
}

/**
 * tv_frame_find_counterpart:
 *
 * Returns: expected frame of an actual frame, or actual frame of an expected one; the first one if there are several;
 * %TV_NONE for other slices, and without a counterpart
 */
guint32
tv_frame_find_counterpart (TvTrace *trace, guint32 slice)
{
  Near near = find_near (trace, slice);
  const TvTrack *track = &near.tracks[tv_trace_find_track_at (trace, slice)];

  if (!is_frame (track))
    return TV_NONE;
  return find_frame (
      &near, track->role == TV_ROLE_ACTUAL_FRAMES ? TV_ROLE_EXPECTED_FRAMES : TV_ROLE_ACTUAL_FRAMES,
      track->upid, get_name (trace, tv_slices_symbol (near.slices, slice)));
}

/* Returns the process of a thread's track, or TV_NONE. */
static guint32
get_process (const Near *self, const TvTrack *track)
{
  return track->utid != TV_NONE ? tv_trace_get_threads (self->trace, NULL)[track->utid].upid
                                : TV_NONE;
}

/**
 * tv_frame_find_slices:
 *
 * Returns: (transfer full) (element-type guint32): slices of the process's threads that worked on the frame; empty if
 * @slice is not a frame
 */
GArray *
tv_frame_find_slices (TvTrace *trace, guint32 slice)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint32));
  Near near = find_near (trace, slice);
  const TvTrack *track = &near.tracks[tv_trace_find_track_at (trace, slice)];
  const char *name = get_name (trace, tv_slices_symbol (near.slices, slice));

  if (!is_frame (track) || name == NULL)
    return found;
  for (guint32 t = 0; t < near.n_tracks; t++)
    {
      guint32 end;

      if (near.tracks[t].kind != TV_TRACK_THREAD ||
          get_process (&near, &near.tracks[t]) != track->upid)
        continue;
      for (guint32 row = find_rows (&near, t, &end); row < end; row++)
        {
          g_autofree char *token = dup_token (
              get_name (trace, tv_slices_symbol (near.slices, row)));

          if (g_strcmp0 (token, name) == 0)
            g_array_append_val (found, row);
        }
    }
  return found;
}

/**
 * tv_frame_find_of_slice:
 *
 * Returns: slice of the actual frame on which @slice worked; %TV_NONE if unknown
 */
guint32
tv_frame_find_of_slice (TvTrace *trace, guint32 slice)
{
  Near near = find_near (trace, slice);
  const TvTrack *track = &near.tracks[tv_trace_find_track_at (trace, slice)];
  g_autofree char *token = dup_token (get_name (trace, tv_slices_symbol (near.slices, slice)));

  if (track->kind != TV_TRACK_THREAD || token == NULL || get_process (&near, track) == TV_NONE)
    return TV_NONE;
  return find_frame (&near, TV_ROLE_ACTUAL_FRAMES, get_process (&near, track), token);
}
