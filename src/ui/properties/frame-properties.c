/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of a frame, or of a slice that worked for a frame. Called by slice-properties.c. Only reads the trace
 * and appends to the list. */

#include "ui/properties/frame-properties.h"

#include <glib/gi18n.h>

#include "analysis/system/frame-match.h"
#include "analysis/system/frame-outcome.h"
#include "core/time-format.h"

/* Maximum number of listed slices that worked for a frame */
#define MAX_SLICES 4

static const TvTrack *
get_track (TvTrace *trace, guint32 slice)
{
  return &tv_trace_get_tracks (trace, NULL)[tv_trace_find_track_at (trace, slice)];
}

/* Returns the outcome of a frame and the causes of its delay, or only the known part of these; NULL if neither is
 * known. */
static char *
dup_outcome (TvTrace *trace, guint32 slice)
{
  const TvTrack *track = get_track (trace, slice);
  TvFrameOutcome outcome = tv_frame_get_outcome (trace, track, slice);
  const char *causes = tv_frame_get_causes (trace, track, slice);

  if (outcome == TV_FRAME_UNKNOWN)
    return g_strdup (causes);
  return g_strconcat (tv_frame_outcome_get_name (outcome), causes != NULL ? " · " : NULL, causes,
                      NULL);
}

/* Adds how long before or after its deadline a frame ended. The property links an actual frame to its expected frame,
 * and an expected frame to its actual frame. */
static void
add_counterpart (TvPropertyList *self, TvTrace *trace, guint32 slice)
{
  const TvSlices *slices = tv_trace_get_slices (trace);
  guint32 other = tv_frame_find_counterpart (trace, slice);
  gboolean is_actual = get_track (trace, slice)->role == TV_ROLE_ACTUAL_FRAMES;
  g_autofree char *late = NULL;
  gint64 late_ns;

  if (other == TV_NONE)
    return;
  late_ns = tv_slices_end (slices, is_actual ? slice : other) -
            tv_slices_end (slices, is_actual ? other : slice);
  late = tv_time_format (late_ns < 0 ? -late_ns : late_ns);
  tv_property_list_take (
      self, TV_PROPERTY_ALL,
      /* Translators: label of the expected or the actual time of a frame */
      is_actual ? _("Expected") : _("Deadline"),
      /* Translators: label “Expected” or “Deadline”; %s is the delay of a frame */
      g_strdup_printf (late_ns > 0 ? _("missed by %s")
                       /* Translators: as above, for a frame that ended early */
                       : late_ns < 0 ? _("met, %s early")
                                     : _("met exactly"),
                       late))
      ->slice = other;
}

static void
add_slices (TvPropertyList *self, TvTrace *trace, guint32 slice)
{
  g_autoptr (GArray) found = tv_frame_find_slices (trace, slice);

  for (guint i = 0; i < MIN (found->len, MAX_SLICES); i++)
    {
      guint32 row = g_array_index (found, guint32, i);
      g_autofree char *name = tv_trace_dup_symbol_name (
          trace, tv_slices_symbol (tv_trace_get_slices (trace), row));
      g_autofree char *thread = tv_trace_dup_thread_label (trace, get_track (trace, row)->utid);
      g_autofree char *time = tv_time_format (
          tv_time_column_get (&tv_trace_get_slices (trace)->dur, row));

      /* Translators: slices of threads that worked for a frame */
      tv_property_list_take (self, TV_PROPERTY_FULL, i == 0 ? _("Slices") : "",
                             g_strconcat (name, " · ", time, " · ", thread, NULL))
          ->slice = row;
    }
}

/**
 * tv_property_list_add_frame:
 * @slice: a slice
 * @uses: uses for which properties are needed
 *
 * Adds the outcome of a frame, and links to the slices that worked for it. If the slice is one of those, adds a link
 * to its frame. Adds nothing for other slices.
 */
void
tv_property_list_add_frame (TvPropertyList *self, TvTrace *trace, guint32 slice, TvPropertyUse uses)
{
  const TvTrack *track = get_track (trace, slice);
  guint32 frame;

  if (track->role == TV_ROLE_ACTUAL_FRAMES || track->role == TV_ROLE_EXPECTED_FRAMES)
    {
      tv_property_list_take (self, TV_PROPERTY_ALL, _("Frame"), dup_outcome (trace, slice));
      add_counterpart (self, trace, slice);
      if (uses & TV_PROPERTY_FULL)
        add_slices (self, trace, slice);
      return;
    }
  frame = uses & TV_PROPERTY_FULL ? tv_frame_find_of_slice (trace, slice) : TV_NONE;
  if (frame != TV_NONE)
    {
      g_autofree char *name = tv_trace_dup_symbol_name (
          trace, tv_slices_symbol (tv_trace_get_slices (trace), frame));
      g_autofree char *outcome = dup_outcome (trace, frame);

      tv_property_list_take (self, TV_PROPERTY_FULL, _("Frame"),
                             g_strconcat (name, outcome != NULL ? " · " : NULL, outcome, NULL))
          ->slice = frame;
    }
}
